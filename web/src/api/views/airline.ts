// Made by web/scripts/wire_types.py from the Python structs. Do not edit.

export interface AirlineView {
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
  round_limit: number;
  active: number | null;
  exchanged: boolean;
  players: (PlayerView)[];
  cities: (CityView)[];
  landed: string | null;
  offer: OfferView | null;
  debt: DebtView | null;
  claims: (ClaimView)[];
}

export interface CityView {
  city: string;
  owner: number | null;
  base: boolean;
  connected: boolean;
  fare: number;
  links: string[];
}

export interface ClaimView {
  creditor: number;
  debtor: number | null;
  amount: number;
  claim: string;
  city: string | null;
}

export interface DebtView {
  debtor: number;
  creditor: number | null;
  amount: number;
  short: number;
  cause: string;
  city: string | null;
  offers_to: number[];
  offers_from: number[];
}

export interface OfferView {
  seat: number;
  to: number;
  give_cities: string[];
  give_cash: number;
  want_cities: string[];
  want_cash: number;
  counters_left: number;
}

export interface PlayerView {
  seat: number;
  colour: string;
  cash: number;
  pos: number;
  aircraft: string;
  base: string | null;
  cities: string[];
  markers_left: number | null;
  connected: number;
  wealth: number;
  income: number;
  out: boolean;
  banker: boolean;
  offers_left: number;
}
