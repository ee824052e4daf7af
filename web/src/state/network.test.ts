import { expect, test } from 'vitest';
import { isLoopback } from './network.svelte';

test('only loopback means the machine that asks', () => {
  for (const host of ['localhost', '127.0.0.1', '127.0.0.2', '[::1]']) expect(isLoopback(host)).toBe(true);
  for (const host of ['192.168.1.5', 'example.org', '10.127.0.1', '[fd00::2]'])
    expect(isLoopback(host)).toBe(false);
});
