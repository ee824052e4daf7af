// Made by web/scripts/wire_types.py from the Python structs. Do not edit.

export interface AirkwireView {
  title: string;
  seat: number | null;
  seats: number;
  actors: number[];
  over: boolean;
  winners: number[];
  scores: number[] | null;
  phase: string;
  step: Record<string, unknown> | null;
  first: number | null;
  clockwise: boolean;
  hand: string[];
  players: (PlayerView)[];
  airlines: Record<string, AirlineView>;
  pile_size: number;
  pool: Record<string, number>;
  out_of_game: Record<string, number>;
  marker: number;
  cycle: number;
  payout_due: boolean;
  turn: TurnView;
  proposal: RouteProposalView | null;
  merger: MergerView | null;
  end_reason: string;
}

export interface AirlineView {
  status: string;
  index: number;
  price: number;
  points: number;
  city_limit: number;
  aircraft_allowed: string[];
  ceo: number | null;
  shares: number[];
  unsold: number;
  cities: (ServedCityView)[];
  cards: string[];
  hangar: Record<string, number>;
  acquired_left: number;
  unpaid: number;
  qualified: boolean;
  unqualified_by: string | null;
  dividend: number;
  immune: boolean;
  pending: number;
}

export interface MergerView {
  acquirer: string;
  defunct: string;
  disposing: number[];
}

export interface PlayerView {
  name: string;
  cash: number | null;
  hand_size: number;
  effects: string[];
}

export interface RouteProposalView {
  city: string;
  airline: string;
  aircraft: string;
  ceo: number;
}

export interface ServedCityView {
  city: string;
  aircraft: string;
  acquired: string | null;
}

export interface TurnView {
  seat: number | null;
  round: number;
  step: string;
  trades_left: number;
  routes_made: number;
  routes_allowed: number;
  draws_left: number;
  owed: string[];
  refused: (string[])[];
  power_played: boolean;
}
