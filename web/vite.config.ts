import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../src/aerodrome/server/static',
    emptyOutDir: true,
    target: ['chrome91', 'firefox90', 'safari15'],
    cssCodeSplit: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  json: { stringify: true },
  server: { proxy: { '/api': process.env.AERODROME_URL ?? 'http://127.0.0.1:8000' } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', include: ['src/**/*.test.ts'], css: { include: [/tokens/] } },
});
