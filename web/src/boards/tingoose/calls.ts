/** What each player has bid, as far as this seat knows: in an open auction, in secret, and shown afterwards. */

import type { AuctionView, TinGooseView } from '../../api/views/tingoose';
import type { GameEvent, Player } from '../board';

export interface Call {
  kind: 'lead' | 'bid' | 'out' | 'turn' | 'wait' | 'down';
  text: string;
  /** For a screen reader, after the player's name. */
  say: string;
}
export type Called = { player: Player; call: Call }[];

/** Bids of the auction at hand, by seat; null is a pass. The view keeps only the highest. */
export interface Memory {
  card: string;
  bids: Map<number, number | null>;
}

export function remember(
  memory: Memory | null,
  auction: AuctionView | null,
  events: GameEvent[],
): Memory | null {
  if (!auction) return null;
  const kept = memory?.card === auction.card ? memory.bids : [];
  const bids = new Map(kept);
  for (const event of events) {
    if (event.type === 'card_played') bids.clear();
    if (event.type === 'bid_made') bids.set(Number(event['seat']), Number(event['amount']));
    if (event.type === 'passed') bids.set(Number(event['seat']), null);
  }
  return { card: auction.card, bids };
}

/** The seats from the left of the active player round to that player: the order of every auction. */
export function inTurn(players: Player[], active: number | null): Player[] {
  const start = (active ?? -1) + 1;
  return players.map((_, i) => players[(start + i) % players.length] as Player);
}

export function auctionCalls(auction: AuctionView, memory: Memory | null, order: Player[]): Called {
  return order.map((player) => {
    const place = auction.to_call.indexOf(player.seat);
    const bid = memory?.bids.get(player.seat);
    if (auction.leader === player.seat)
      return { player, call: { kind: 'lead', text: `$${auction.high}`, say: `leads with $${auction.high}` } };
    if (place === 0) return { player, call: { kind: 'turn', text: '?', say: 'is to bid' } };
    if (place > 0) return { player, call: { kind: 'wait', text: '', say: 'comes later' } };
    if (bid) return { player, call: { kind: 'bid', text: `$${bid}`, say: `bid $${bid} and is outbid` } };
    if (bid === null) return { player, call: { kind: 'out', text: 'pass', say: 'has passed' } };
    return { player, call: { kind: 'out', text: '–', say: 'has called' } };
  });
}

/** Secret bids: chips face down, or who still chooses. */
export function secretCalls(view: TinGooseView, players: Player[]): Called {
  return players.map((player) => {
    if (view.players[player.seat]?.chosen)
      return { player, call: { kind: 'down', text: '', say: 'has bid, face down' } };
    return { player, call: { kind: 'turn', text: '?', say: 'is choosing' } };
  });
}

/** The last secret bids, shown: dollars in the opening, labor chips in a strike. */
export function shownCalls(revealed: number[], players: Player[], unit: string): Called {
  const most = Math.max(...revealed);
  return players.map((player) => {
    const bid = revealed[player.seat] ?? 0;
    const kind = bid === most && bid > 0 ? 'lead' : 'bid';
    return { player, call: { kind, text: `${unit}${bid}`, say: `bid ${unit}${bid}` } };
  });
}
