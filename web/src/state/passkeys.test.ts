import { afterEach, expect, test, vi } from 'vitest';
import { CANCELLED, decodeBytes, encodeBytes, usePasskey } from './passkeys';

afterEach(() => vi.unstubAllGlobals());

test('bytes go to the server and back unchanged', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  expect(encodeBytes(bytes.buffer)).not.toMatch(/[+/=]/);
  expect([...decodeBytes(encodeBytes(bytes.buffer))]).toEqual([...bytes]);
});

test('a closed prompt is told in words', async () => {
  const get = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  vi.stubGlobal('navigator', { credentials: { get } });
  await expect(usePasskey({ options: { challenge: 'AAAA' } })).rejects.toThrow(CANCELLED);
});
