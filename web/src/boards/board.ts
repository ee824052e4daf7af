/** What a board is given, and nothing else: everything in it comes from the server's view of one seat. */

import type { Component } from 'svelte';
import type { SeatQuestion, View } from '../api/types';
import type { Shape } from '../furniture/seats';
import type { Link } from './link.svelte';
import type { Where } from './where';

export type { SeatQuestion, Choice, UnavailableAction, View } from '../api/types';
export type { Where } from './where';
export type { Link } from './link.svelte';

/** Somebody at the table, as boards draw them: always colour and shape. */
export interface Player {
  seat: number;
  name: string;
  /** The title's word for the colour: "Red". */
  colour: string;
  /** The colour itself, `#rrggbb`, and the ink that reads on it. */
  paint: string;
  ink: string;
  shape: Shape;
  kind: 'person' | 'bot' | 'open';
  /** Seats of this browser. */
  mine: boolean;
  /** Must decide now. */
  acting: boolean;
}

/** One of the title's events, dumped: `type` and its fields by name. */
export interface GameEvent {
  type: string;
  [field: string]: unknown;
}

export interface BoardProps<Board = Record<string, unknown>, V extends View = View> {
  /** What is printed: `game.board()`. The same object for the whole match. */
  board: Board;
  /** What this seat sees now, or saw then when `past`. */
  view: V;
  /** The view before the last change, for motion; null at first, after a jump and in the past. */
  previous: V | null;
  /** What happened between `previous` and `view`, in order. */
  events: GameEvent[];
  /** Grows by one with each change: `{#key beat}` restarts an animation. */
  beat: number;
  /** What this seat is asked; null when it is not, and in the past. */
  question: SeatQuestion | null;
  players: Player[];
  /** Whose view this is; null for spectators. */
  me: number | null;
  /** Hovering, choosing and "why not", shared with the question bar. Place and Spot use it for you. */
  link: Link;
  /** No motion: the person or the system asked for calm. */
  calm: boolean;
  /** The room shows history. */
  past: boolean;
  /** The board is narrow (a phone); the hand lies in one row, no higher than `--hand`. */
  narrow: boolean;
}

// A board declares the view of its own title; the room cannot know more than that it is one.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type BoardComponent = Component<BoardProps<any, any>>;

/** A public figure of a seat, as it stands in the row of seats. */
export interface Figure {
  name: string;
  value: string;
  /** Said to whoever points at it. */
  title?: string;
  /** What it is called in `where`: it is described as a figure of the seat. */
  figure?: string;
  /** Or as a thing of its own. */
  where?: Where;
}

/** What a board module exports: the board, and what of the view belongs in the hand and beside each seat. */
export interface BoardModule {
  default: BoardComponent;
  /** The public figures of a seat in one line. */
  figures?: (view: View, seat: number) => Figure[];
  /** What the score is called where it can be reckoned from the other figures; it stands behind them. */
  scoreName?: string;
  /** What a seat has in cash, as far as the view tells, and how the title writes an amount. */
  purse?: (view: View, seat: number) => number | null;
  money?: (amount: number) => string;
  /** How many things a seat has that others can take from it: cities, airlines. Optional. */
  owned?: (view: View, seat: number) => number;
  /** Drawn under the board: my cards, my money. Optional. */
  Hand?: BoardComponent;
  /** All that a player has, in a sheet of the rail. Optional. */
  Holdings?: Component<{ board: Record<string, unknown>; view: View; player: Player }>;
}
