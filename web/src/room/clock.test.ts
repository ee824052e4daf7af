import { expect, test } from 'vitest';
import { awayAt, left, periodOf } from './clock';

const clock = { running: true, move_left: 1000, game_left: null, away_days_left: 0 };

test('a clock stands while its person is away', () => {
  expect(left({ ...clock, away: [] }, 400, 5000)).toBe(600);
  const away = [{ from_at: 5100, until_at: 5300 }];
  expect(left({ ...clock, away }, 100, 5000)).toBe(900);
  expect(left({ ...clock, away }, 250, 5000)).toBe(900);
  expect(left({ ...clock, away }, 400, 5000)).toBe(800);
  expect(left({ ...clock, away, running: false }, 400, 5000)).toBe(1000);
  expect(awayAt(away, 5299)).toEqual(away[0]);
  expect(awayAt(away, 5300)).toBeNull();
});

test('days away are whole days', () => {
  const one = periodOf('2026-12-01', '2026-12-01');
  expect(one && one.until_at - one.from_at).toBe(86_400_000);
  expect(periodOf('2026-12-02', '2026-12-01')).toBeNull();
  expect(periodOf('', '2026-12-01')).toBeNull();
});
