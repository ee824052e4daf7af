import { expect, test } from 'vitest';
import { decodeKey, whyNoPush } from './push';

test('a key comes out as its bytes, with and without letters that only base64url has', () => {
  expect([...decodeKey('BP_-')]).toEqual([4, 255, 254]);
  expect([...decodeKey('AQ')]).toEqual([1]);
});

test('where the context is not secure, it says so and offers nothing', () => {
  Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true });
  expect(whyNoPush()).toContain('https');
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  expect(whyNoPush()).toContain('no push');
});
