import { describe, expect, it, test, vi } from 'vitest';
import { ApiError } from '../api/client';
import type { MatchUpdate, Room } from '../api/types';
import { mergeChat, RoomState } from './room.svelte';

vi.hoisted(() => {
  // jsdom has no screen to ask about.
  window.matchMedia = () =>
    ({ matches: false, addEventListener: () => undefined }) as unknown as MediaQueryList;
});

const asked = (seq: number) => ({ seq, choices: [] }) as unknown as Room['question'];

function news(version: number, question: Room['question']): MatchUpdate {
  const none = { log: [], chat: [], events: [], rewound_to: null, view: null, is_latest: true };
  return { ...none, version, seq: version, position: version, question } as unknown as MatchUpdate;
}

test("others' news do not open my question again while my answer is on its way", async () => {
  const table = new RoomState('m', 0);
  table.room = { version: 5, seq: 5, question: asked(3), log: [], chat: [] } as unknown as Room;
  let arrive: (done: { version: number }) => void = () => undefined;
  table.api.act = (() => new Promise((done) => (arrive = done))) as unknown as typeof table.api.act;
  const answer = table.answer({ type: 'Plan' });

  table.apply(news(6, asked(3)));
  expect(table.sending).toBe(true);

  arrive({ version: 8 });
  await answer;
  table.apply(news(7, asked(3)));
  expect(table.sending).toBe(true);
  table.apply(news(8, asked(8)));
  expect(table.sending).toBe(false);
  table.close();
});

test('the news of my answer may come before its acknowledgement', () => {
  const table = new RoomState('m', 0);
  table.room = { version: 5, seq: 5, question: asked(3), log: [], chat: [] } as unknown as Room;
  table.api.act = (() => new Promise(() => undefined)) as unknown as typeof table.api.act;
  void table.answer({ type: 'Plan' });
  table.apply(news(6, asked(6)));
  expect(table.sending).toBe(false);
  table.close();
});

test('every seat of a shared screen has notes of its own, which outlive the panel that shows them', () => {
  const table = new RoomState('m', 0);
  const at = (seat: number | null) =>
    ({ log: [], chat: [], seats: [], me: { seat, seats: [0, 1] } }) as unknown as Room;
  table.room = at(0);
  const mine = table.notes;
  table.room = at(1);
  expect(table.notes).not.toBe(mine);
  table.room = at(0);
  expect(table.notes).toBe(mine);
  table.room = at(null);
  expect(table.notes).toBeNull();
  table.close();
});

describe('chat', () => {
  const line = (id: number, text: string) => ({
    id,
    seat: 0,
    name: 'Ann',
    text,
    at: 0,
    is_removed: text === '',
  });
  it('puts new lines at the end and takes the text of removed ones', () => {
    const merged = mergeChat([line(2, 'two'), line(3, 'three')], [line(3, ''), line(4, 'four')]);
    expect(merged.map(({ id, text }) => [id, text])).toEqual([
      [2, 'two'],
      [3, ''],
      [4, 'four'],
    ]);
  });
  it('leaves out a removed line of an earlier page', () => {
    expect(mergeChat([line(2, 'two')], [line(1, '')])).toHaveLength(1);
  });
});

test('a network that is closed for a while does not take the place at the table away', async () => {
  const table = new RoomState('m', 0);
  table.room = {
    version: 5,
    seq: 5,
    log: [],
    chat: [],
    seats: [],
    me: { seat: 0, seats: [0] },
  } as unknown as Room;
  table.api.room = () =>
    Promise.reject(new ApiError(421, { code: 'not_allowed', detail: 'Not by that name.' }));
  await table.open();
  expect(table.missing).toBe('');
  expect(table.line).toBe('reconnecting');
  table.close();
});
