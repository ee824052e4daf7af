// Made by web/scripts/wire_types.py from the Python structs. Do not edit.

export interface Act {
  seq: number;
  action: Record<string, unknown>;
  seat?: number | null;
}

export interface Acted {
  n: number;
  seq: number;
  repeated: boolean;
}

export interface Advice {
  action: Record<string, unknown>;
  say: string;
  expectation: number;
  reason: string;
}

export interface Asked {
  ask: string;
  choices?: (Choice)[];
  forms?: (NumberForm | BasketForm | CountsForm | SlotsForm | ConfirmForm)[];
  refused?: (Refused)[];
  seq: number;
}

export interface BasketForm {
  kind: "basket";
  label: string;
  action: Record<string, unknown>;
  things: string;
  mine: (Item)[];
  cash: number;
  partners: (Partner)[];
  detail?: string;
}

export interface Choice {
  action: Record<string, unknown>;
  label: string;
  group?: string;
  detail?: string;
  where?: Record<string, unknown>;
  confirm?: string;
}

export interface ClockPlan {
  per_move?: number | null;
  per_game?: number | null;
  then?: "move" | "seat";
}

export interface Clocks {
  now: number;
  per_move: number | null;
  per_game: number | null;
  then: "move" | "seat";
  seats: (SeatClock)[];
}

export interface ConfirmForm {
  kind: "confirm";
  label: string;
  action: Record<string, unknown>;
  detail?: string;
}

export interface CountsForm {
  kind: "counts";
  label: string;
  action: Record<string, unknown>;
  field: string;
  items: (Item)[];
  total_min?: number;
  total_max?: number | null;
  start?: number[];
  detail?: string;
}

export interface Created {
  id: string;
  links: (string | null)[];
  watch: string | null;
}

export interface Done {
  n: number;
}

export interface GiveOrder {
  key: string;
  given: boolean;
  seat?: number | null;
}

export interface Hint {
  seq: number;
  level: string;
  advice: (Advice)[];
}

export interface ImportMatch {
  record: Record<string, unknown>;
  seats: (SeatPlan)[];
  position?: number | null;
  mode?: "hotseat" | "online";
  clock?: ClockPlan | null;
  hints?: boolean;
  watchable?: boolean;
}

export interface Item {
  key: unknown;
  label: string;
  detail?: string;
  where?: Record<string, unknown>;
  min?: number;
  max?: number;
}

export interface Join {
  token: string;
  name?: string | null;
}

export interface Joined {
  id: string;
  seat: number | null;
}

export interface Judge {
  action: Record<string, unknown>;
  seat?: number | null;
}

export interface Judged {
  allowed: boolean;
  say: string;
  rule: string;
  text: string;
}

export interface Line {
  label: string;
  amount: number;
  rule: string;
}

export interface Links {
  seats: (string | null)[];
  watch: string | null;
}

export interface LogLine {
  id: string;
  text: string;
  rule: string;
  position: number;
  seat: number | null;
}

export interface Me {
  seats: number[];
  seat: number | null;
  host: boolean;
}

export interface Moment {
  position: number;
  of: number;
  view: Record<string, unknown>;
  actors: number[];
  round: number;
  acted: number | null;
}

export interface NewMatch {
  title: string;
  seats: (SeatPlan)[];
  options?: Record<string, unknown>;
  mode?: "hotseat" | "online";
  clock?: ClockPlan | null;
  hints?: boolean;
  watchable?: boolean;
}

export interface Notices {
  address: string;
  seat?: number | null;
}

export interface NoticesInfo {
  on: boolean;
  shown: string;
}

export interface NumberForm {
  kind: "number";
  label: string;
  action: Record<string, unknown>;
  field: string;
  min: number;
  max: number;
  start: number;
  step?: number;
  unit?: string;
  detail?: string;
}

export interface NumberSeries {
  name: string;
  values: ((number | null)[])[];
}

export interface Numbers {
  positions: number[];
  rounds: number[];
  series: (NumberSeries)[];
}

export interface OptionInfo {
  name: string;
  description: string;
  type: "bool" | "choice" | "int" | "text";
  default: unknown;
  engine: unknown;
  choices: unknown[];
  min: number | null;
  max: number | null;
}

export interface Order {
  key: string;
  label: string;
}

export interface OrderInfo {
  key: string;
  label: string;
  given: boolean;
}

export interface Partner {
  seat: number;
  items: (Item)[];
  cash?: number | null;
}

export interface Presence {
  seats: (SeatInfo)[];
  trouble: string;
}

export interface Problem {
  code: string;
  detail: string;
  rule?: string;
  seq?: number | null;
}

export interface Question {
  ask: string;
  choices?: (Choice)[];
  forms?: (NumberForm | BasketForm | CountsForm | SlotsForm | ConfirmForm)[];
  refused?: (Refused)[];
}

export interface Refused {
  label: string;
  rule: string;
  why: string;
  where?: Record<string, unknown>;
}

export interface Rename {
  name: string;
  seat?: number | null;
}

export interface Replace {
  target: number;
  level: string;
  seat?: number | null;
}

export interface Result {
  scores: number[];
  winners: number[];
  reason: string;
  tally: ((Line)[])[];
  seed: string;
}

export interface Room {
  id: string;
  title: string;
  edition: string;
  rules_version: number;
  options: Record<string, unknown>;
  mode: "hotseat" | "online";
  status: "over" | "playing" | "waiting";
  hints: boolean;
  n: number;
  seq: number;
  position: number;
  me: Me;
  seats: (SeatInfo)[];
  board: Record<string, unknown>;
  view: Record<string, unknown>;
  question: Asked | null;
  log: (LogLine)[];
  chat: (Said)[];
  orders: (OrderInfo)[];
  undo: Undo;
  votes: (Vote)[];
  clocks: Clocks | null;
  commitment: string;
  result: Result | null;
  links: Links;
  trouble: string;
  rematch: string | null;
}

export interface RuleInfo {
  id: string;
  section: string;
  text: string;
}

export interface Rules {
  rules: (RuleInfo)[];
}

export interface Said {
  id: number;
  seat: number;
  name: string;
  text: string;
  at: number;
}

export interface Say {
  text: string;
  seat?: number | null;
}

export interface SeatBody {
  seat?: number | null;
}

export interface SeatClock {
  running: boolean;
  move_left: number | null;
  game_left: number | null;
}

export interface SeatInfo {
  seat: number;
  colour: string;
  kind: "bot" | "open" | "person";
  name: string;
  level: string | null;
  doing: "" | "asleep" | "away" | "open" | "thinking";
  replaced: string;
}

export interface SeatPlan {
  kind: "bot" | "open" | "person";
  level?: string | null;
  name?: string | null;
}

export interface Series {
  name: string;
  values: (number | null)[];
}

export interface Slot {
  label: string;
  filled?: string | null;
  open?: boolean;
}

export interface SlotsForm {
  kind: "slots";
  label: string;
  slots: (Slot)[];
  detail?: string;
}

export interface TableInfo {
  id: string;
  title: string;
  status: "over" | "playing" | "waiting";
  names: string[];
  seats: number[];
  my_turn: boolean;
  moved: number;
}

export interface Tables {
  tables: (TableInfo)[];
}

export interface TakeBack {
  what: "choice" | "position" | "turn";
  to?: number | null;
  seat?: number | null;
}

export interface TitleInfo {
  name: string;
  seats_min: number;
  seats_max: number;
  options: (OptionInfo)[];
  bots: string[];
  seat_names: string[];
}

export interface Titles {
  titles: (TitleInfo)[];
}

export interface Undo {
  back: number | null;
  turn: number | null;
  why: string;
}

export interface Update {
  n: number;
  seq: number;
  position: number;
  status: "over" | "playing" | "waiting";
  fresh: boolean;
  log: (LogLine)[];
  events: (Record<string, unknown>)[];
  undone_to: number | null;
  chat: (Said)[];
  seats: (SeatInfo)[] | null;
  view: Record<string, unknown> | null;
  question: Asked | null;
  orders: (OrderInfo)[] | null;
  undo: Undo | null;
  votes: (Vote)[] | null;
  clocks: Clocks | null;
  result: Result | null;
  rematch: string | null;
}

export interface View {
  title: string;
  seat: number | null;
  seats: number;
  actors: number[];
  over: boolean;
  winners: number[];
  scores: number[] | null;
  phase: string;
}

export interface Vote {
  id: number;
  what: "replace" | "undo";
  by: number;
  text: string;
  to: number | null;
  seat: number | null;
  agreed: number[];
  waiting: number[];
}

export interface VoteBody {
  id: number;
  agree: boolean;
  seat?: number | null;
}
