// Made by web/scripts/wire_types.py from the Python structs. Do not edit.

export interface AirmailView {
  airmail: string;
  delivered: boolean;
}

export interface AuctionView {
  card: string;
  high: number;
  leader: number | null;
  to_call: number[];
}

export interface FleetView {
  fleet: string;
  name: string;
  size: string;
  planes: number;
  barrels: number;
  flames: number;
}

export interface PlayerView {
  colour: string;
  cash: number | null;
  bonds: number | null;
  chips: number | null;
  score: number | null;
  box: number;
  income: number;
  flames: number;
  barrels: number;
  fleets: (FleetView)[];
  conditions: string[];
  extensions: number;
  network: string[];
  destinations: string[];
  airmail: AirmailView | null;
  hand: Record<string, number>;
  chosen: boolean;
}

export interface TinGooseView {
  title: string;
  seat: number | null;
  seats: number;
  actors: number[];
  over: boolean;
  winners: number[];
  scores: number[] | null;
  phase: string;
  step: Record<string, unknown> | null;
  round: number;
  era: string | null;
  active: number | null;
  first: number | null;
  destination: string | null;
  gold: string[];
  silver: Record<string, number>;
  players: (PlayerView)[];
  hand: string[];
  discarded: string[];
  played: string[];
  demand_row: string[];
  airmail_row: string[];
  revealed: number[] | null;
  order: number[];
  sealed: number | null;
  card: string | null;
  strike: string | null;
  auction: AuctionView | null;
  turn: TurnView | null;
}

export interface TurnView {
  slots_left: number;
  advances: number;
  planes: number;
  chips: number;
  bonds: number;
}
