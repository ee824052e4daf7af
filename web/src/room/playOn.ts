import type { SeatInfo, SeatRequest } from '../api/types';

/** My seat is mine again, the bots are the same; where other people sat, bots of the level play. */
export function seatsToPlayOn(
  seats: Pick<SeatInfo, 'seat' | 'kind' | 'level' | 'name' | 'replaced_reason'>[],
  mine: number,
  level: string,
  name: string,
): SeatRequest[] {
  return seats.map((info) =>
    info.seat === mine
      ? { kind: 'person', name: name || null }
      : info.kind === 'bot' && !info.replaced_reason
        ? { kind: 'bot', level: info.level, name: info.name }
        : { kind: 'bot', level },
  );
}
