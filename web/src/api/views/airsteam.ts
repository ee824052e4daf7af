// Made by web/scripts/wire_types.py from the Python structs. Do not edit.

export interface AirsteamView {
  title: string;
  seat: number | null;
  seats: number;
  actors: number[];
  over: boolean;
  winners: number[];
  scores: number[] | null;
  phase: string;
  step: Record<string, unknown> | null;
  game: string;
  round: number;
  rounds: number;
  slot: number;
  start: number | null;
  tie_order: number[];
  order: number[];
  prices: Record<string, number>;
  market: string[];
  stack: string[];
  pile: Record<string, number>;
  supply: Record<string, number>;
  waiting: string[];
  players: (PlayerView)[];
  cities: (CityView)[];
  factories: (FactoryView)[];
  depots: (DepotView)[];
  lines: (LaidLineView)[];
  laying: LaidLineView | null;
}

export interface CityView {
  id: string;
  good: string | null;
  left: number;
  state: string;
}

export interface DepotView {
  hex: number[];
  link: string;
  seat: number;
  cubes: Record<string, number>;
}

export interface FactoryView {
  id: string;
  cubes: Record<string, number>;
}

export interface GivenUpCubeView {
  depot: number[] | null;
  good: string;
}

export interface LaidLineView {
  id: string;
  first: string;
  last: string;
  hexes: (number[])[];
}

export interface PlannedCardView {
  card: string | null;
  face: string;
}

export interface PlayerView {
  seat: number;
  colour: string | null;
  team: string | null;
  character: string | null;
  cash: number;
  airship_level: number;
  capacity: number;
  diamonds: number;
  diamonds_used: number;
  train_level: number;
  links: number;
  pays_fees: boolean;
  airship: number[] | null;
  hold: Record<string, number>;
  depots_left: number;
  depots_built: number;
  track_left: number;
  upkeep: number;
  giving: (GivenUpCubeView)[];
  error: boolean;
  planning: boolean;
  plan: (PlannedCardView)[];
}
