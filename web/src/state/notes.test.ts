import { expect, test, vi } from 'vitest';
import type { NotesInfo } from '../api/types';
import { SeatNotes } from './notes.svelte';

/** A server that answers when it is told to. */
function slowServer() {
  const waiting: (() => void)[] = [];
  let stored = { text: '', revision: 0 };
  const later = <T>(answer: () => T) => new Promise<T>((arrive) => waiting.push(() => arrive(answer())));
  return {
    api: {
      notes: () => {
        const { text, revision } = stored;
        return later(() => ({ text, revision, is_saved: true }) as NotesInfo);
      },
      setNotes: (text: string, revision: number) => {
        const is_saved = revision === stored.revision;
        if (is_saved) stored = { text, revision: revision + 1 };
        const answer = { ...stored, is_saved } as NotesInfo;
        return later(() => answer);
      },
    },
    store: (text: string) => (stored = { text, revision: stored.revision + 1 }),
    stored: () => stored.text,
    answer: async () => {
      waiting.shift()?.();
      await vi.waitFor(() => undefined);
    },
  };
}

async function opened(server: ReturnType<typeof slowServer>) {
  const notes = new SeatNotes(server.api);
  const loading = notes.load();
  await server.answer();
  await loading;
  return notes;
}

test('what was written a moment ago is not replaced by what the server had before', async () => {
  const server = slowServer();
  const notes = await opened(server);
  notes.write('Never sell Rome.');
  const saving = notes.save();
  void notes.load();
  expect(notes.text).toBe('Never sell Rome.');
  await server.answer();
  await saving;
  expect(notes.text).toBe('Never sell Rome.');
  expect(notes.status).toBe('saved');
  expect(server.stored()).toBe('Never sell Rome.');
});

test('an answer that is older than what was saved meanwhile is left alone', async () => {
  const server = slowServer();
  const notes = await opened(server);
  const old = notes.load();
  notes.write('Lima.');
  const saving = notes.save();
  await server.answer();
  await old;
  await server.answer();
  await saving;
  expect(notes.text).toBe('Lima.');
});

test('what another device wrote meanwhile stays beside mine', async () => {
  const server = slowServer();
  const notes = await opened(server);
  server.store('From the phone.');
  notes.write('From here.');
  const saving = notes.save();
  await server.answer();
  await saving;
  expect(notes.text).toBe('From the phone.\n\nFrom here.');
  notes.close();
});
