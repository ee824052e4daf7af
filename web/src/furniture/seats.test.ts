import { describe, expect, test } from 'vitest';
import { contrast, EDGED, inkOn, paintOf, SEAT_COLOURS } from './seats';
import sheet from '../style/tokens.css?raw';

/** The colours of one theme, as `tokens.css` has them. */
function tokens(theme: 'light' | 'dark'): Record<string, string> {
  const [light = '', dark = ''] = sheet.split(":root[data-theme='dark'] {");
  const block = theme === 'light' ? light : (dark.split('}')[0] ?? '');
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1], m[2]]));
}

const PAGES = ['paper', 'paper-2'];
/** WCAG 1.4.11: what has to be told apart in a picture. */
const GRAPHICS = 3;
/** WCAG 1.4.3: words. */
const TEXT = 4.5;

test('contrast is reckoned as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each(['light', 'dark'] as const)('the colours of seats on the pages of the %s theme', (theme) => {
  const page = tokens(theme);
  const least = (colour: string) =>
    Math.min(...PAGES.map((name) => contrast(colour, page[name] ?? '#ffffff')));

  test('the pages and the ink are known', () => {
    for (const name of [...PAGES, 'ink']) expect(page[name]).toMatch(/^#/);
  });
  test.each(SEAT_COLOURS)('%s stands out, by itself or by its edge of ink', (name) => {
    const paint = paintOf(name, 0, theme === 'dark');
    if (EDGED[theme].includes(name)) {
      expect(least(page['ink'] ?? '')).toBeGreaterThanOrEqual(GRAPHICS);
      expect(contrast(paint, page['ink'] ?? '')).toBeGreaterThanOrEqual(GRAPHICS);
    } else expect(least(paint)).toBeGreaterThanOrEqual(GRAPHICS);
  });
  test.each(SEAT_COLOURS)('words can be read on %s', (name) => {
    const paint = paintOf(name, 0, theme === 'dark');
    expect(contrast(inkOn(paint), paint)).toBeGreaterThanOrEqual(TEXT);
  });
});
