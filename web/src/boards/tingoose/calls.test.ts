import { describe, expect, it } from 'vitest';
import type { Player } from '../board';
import { auctionCalls, inTurn, remember } from './calls';

const players = [0, 1, 2, 3].map((seat) => ({ seat, name: `P${seat}` }) as Player);
const auction = { card: 'B01', high: 9, leader: 3, to_call: [0] };

describe('the row of bids', () => {
  it('goes from the left of the active player round to that player', () => {
    expect(inTurn(players, 1).map((player) => player.seat)).toEqual([2, 3, 0, 1]);
  });

  it('remembers who was outbid and who passed while the auction lasts', () => {
    const first = remember(null, { ...auction, high: 4, leader: 1 }, [
      { type: 'bid_made', seat: 1, amount: 4 },
      { type: 'passed', seat: 2 },
    ]);
    const memory = remember(first, auction, [{ type: 'bid_made', seat: 3, amount: 9 }]);
    const texts = auctionCalls(auction, memory, inTurn(players, 0)).map(({ call }) => call.text);
    expect(texts).toEqual(['$4', 'pass', '$9', '?']);
    expect(remember(memory, { ...auction, card: 'B02' }, [])?.bids.size).toBe(0);
    expect(remember(memory, null, [])).toBeNull();
  });

  it('says no more than it knows after a reload', () => {
    const texts = auctionCalls(auction, null, inTurn(players, 0)).map(({ call }) => call.text);
    expect(texts).toEqual(['–', '–', '$9', '?']);
  });
});
