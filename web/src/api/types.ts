// Made by web/scripts/wire_types.py from the Python structs. Do not edit.

export interface Ack {
  version: number;
}

export interface ActionAck {
  version: number;
  seq: number;
  repeated: boolean;
}

export interface ActionAdvice {
  action: Record<string, unknown>;
  description: string;
  win_chance: number;
  uncertainty: number;
  percent: number;
  gain: number;
  gain_words: string;
  about_as_good: boolean;
  reason: string;
}

export interface ActionRequest {
  seq: number;
  action: Record<string, unknown>;
  seat?: number | null;
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

export interface CallerSeats {
  seats: number[];
  seat: number | null;
  is_host: boolean;
}

export interface ChatMessage {
  id: number;
  seat: number;
  name: string;
  text: string;
  at: number;
}

export interface ChatPage {
  messages: (ChatMessage)[];
  earlier: number | null;
}

export interface ChatRequest {
  text: string;
  seat?: number | null;
}

export interface Choice {
  action: Record<string, unknown>;
  label: string;
  group?: string;
  detail?: string;
  where?: Record<string, unknown>;
  confirm?: string;
  piece?: string;
  place?: string;
}

export interface ClockRequest {
  per_move?: number | null;
  per_game?: number | null;
  on_timeout?: "move" | "seat";
}

export interface ClocksInfo {
  now: number;
  per_move: number | null;
  per_game: number | null;
  on_timeout: "move" | "seat";
  seats: (SeatClockInfo)[];
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

export interface CreatedMatch {
  id: string;
  links: (string | null)[];
  spectator_link: string | null;
}

export interface DeviceInfo {
  id: string;
  label: string;
  since: number | null;
  is_current: boolean;
}

export interface DeviceLink {
  link: string;
  expires_at: number;
}

export interface DeviceList {
  devices: (DeviceInfo)[];
  is_guest: boolean;
}

export interface EndProposalInfo {
  allowed: boolean;
  reason: string;
}

export interface FigureChange {
  name: string;
  seat: number;
  before: number;
  after: number;
}

export interface ImportMatchRequest {
  record: Record<string, unknown>;
  seats: (SeatRequest)[];
  position?: number | null;
  mode?: "hotseat" | "online";
  clock?: ClockRequest | null;
  hints?: boolean;
  watchable?: boolean;
}

export interface Invitation {
  kind: "device" | "key" | "seat" | "spectator";
  state: "open" | "spent" | "yours";
  reason: string;
  id: string | null;
  title: string;
  status: "closed" | "over" | "playing" | "waiting";
  host_name: string;
  names: string[];
  colour: string;
  name: string;
  origin: MatchOriginInfo | null;
}

export interface InviteLinks {
  seats: (string | null)[];
  spectator_link: string | null;
}

export interface Item {
  key: unknown;
  label: string;
  detail?: string;
  where?: Record<string, unknown>;
  min?: number;
  max?: number;
}

export interface JoinRequest {
  token: string;
  name?: string | null;
}

export interface JoinedMatch {
  id: string;
  seat: number | null;
}

export interface LogLineInfo {
  id: string;
  text: string;
  rule: string;
  position: number;
  seat: number | null;
}

export interface LogPage {
  lines: (LogLineInfo)[];
  earlier: string | null;
}

export interface MatchOriginInfo {
  commitment: string;
  position: number;
  chance: number;
  explained_chance: number;
  has_seed: boolean;
  text: string;
}

export interface MatchResult {
  scores: number[];
  winners: number[];
  reason: string;
  tally: ((ScoreLine)[])[];
  seed: string;
}

export interface MatchSummary {
  id: string;
  title: string;
  status: "closed" | "over" | "playing" | "waiting";
  names: string[];
  seats: number[];
  my_turn: boolean;
  updated_at: number;
  ended_by_agreement: boolean;
  problem: string;
}

export interface MatchUpdate {
  version: number;
  seq: number;
  position: number;
  status: "closed" | "over" | "playing" | "waiting";
  is_latest: boolean;
  log: (LogLineInfo)[];
  events: (Record<string, unknown>)[];
  rewound_to: number | null;
  chat: (ChatMessage)[];
  seats: (SeatInfo)[] | null;
  view: Record<string, unknown> | null;
  question: SeatQuestion | null;
  out_of_turn: (Choice)[];
  standing_orders: (StandingOrderInfo)[] | null;
  undo: UndoInfo | null;
  votes: (VoteInfo)[] | null;
  end_proposal: EndProposalInfo | null;
  clocks: ClocksInfo | null;
  result: MatchResult | null;
  rematch: string | null;
}

export interface MyMatches {
  matches: (MatchSummary)[];
  has_more: boolean;
}

export interface NewMatchRequest {
  title: string;
  seats: (SeatRequest)[];
  options?: Record<string, unknown>;
  mode?: "hotseat" | "online";
  clock?: ClockRequest | null;
  hints?: boolean;
  watchable?: boolean;
}

export interface NotificationInfo {
  enabled: boolean;
  masked_address: string;
}

export interface NotificationRequest {
  address: string;
  seat?: number | null;
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

export interface OptionInfo {
  name: string;
  description: string;
  type: "bool" | "choice" | "int" | "text";
  default: unknown;
  default_bots_only: unknown;
  choices: unknown[];
  min: number | null;
  max: number | null;
}

export interface Outcome {
  brings?: string;
  worth?: number;
  lines?: string[];
  changes?: (FigureChange)[];
  stop?: string;
}

export interface Partner {
  seat: number;
  items: (Item)[];
  cash?: number | null;
}

export interface PositionView {
  position: number;
  last_position: number;
  view: Record<string, unknown>;
  actors: number[];
  round: number;
  last_actor: number | null;
}

export interface PresenceUpdate {
  seats: (SeatInfo)[];
  pause_reason: string;
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
  refused?: (UnavailableAction)[];
}

export interface QuestionOutcomes {
  seq: number;
  outcomes: (Outcome)[];
}

export interface RemoveDeviceRequest {
  id: string;
  seat?: number | null;
}

export interface RenameSeatRequest {
  name: string;
  seat?: number | null;
}

export interface ReplaceSeatRequest {
  target: number;
  level: string;
  seat?: number | null;
}

export interface ReturnKey {
  link: string;
}

export interface Room {
  id: string;
  title: string;
  edition: string;
  rules_version: number;
  options: Record<string, unknown>;
  mode: "hotseat" | "online";
  status: "closed" | "over" | "playing" | "waiting";
  hints: boolean;
  version: number;
  seq: number;
  position: number;
  me: CallerSeats;
  seats: (SeatInfo)[];
  board: Record<string, unknown>;
  view: Record<string, unknown>;
  question: SeatQuestion | null;
  out_of_turn: (Choice)[];
  log: (LogLineInfo)[];
  earlier_log: string | null;
  chat: (ChatMessage)[];
  earlier_chat: number | null;
  standing_orders: (StandingOrderInfo)[];
  undo: UndoInfo;
  votes: (VoteInfo)[];
  end_proposal: EndProposalInfo;
  clocks: ClocksInfo | null;
  commitment: string;
  result: MatchResult | null;
  links: InviteLinks;
  pause_reason: string;
  rematch: string | null;
  origin: MatchOriginInfo | null;
}

export interface RuleInfo {
  id: string;
  section: string;
  text: string;
}

export interface RuleList {
  rules: (RuleInfo)[];
}

export interface ScoreLine {
  label: string;
  amount: number;
  rule: string;
}

export interface SeatClockInfo {
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
  presence: "" | "absent" | "away" | "open" | "thinking";
  replaced_reason: string;
  style: string;
}

export interface SeatOnlyRequest {
  seat?: number | null;
}

export interface SeatQuestion {
  ask: string;
  choices?: (Choice)[];
  forms?: (NumberForm | BasketForm | CountsForm | SlotsForm | ConfirmForm)[];
  refused?: (UnavailableAction)[];
  seq: number;
}

export interface SeatRequest {
  kind: "bot" | "open" | "person";
  level?: string | null;
  name?: string | null;
}

export interface SeatStatistic {
  name: string;
  values: (number | null)[];
}

export interface Slot {
  label: string;
  filled?: string | null;
  open?: boolean;
  choices?: (Choice)[];
}

export interface SlotsForm {
  kind: "slots";
  label: string;
  slots: (Slot)[];
  detail?: string;
}

export interface StandingOrder {
  key: string;
  label: string;
}

export interface StandingOrderInfo {
  key: string;
  label: string;
  enabled: boolean;
}

export interface StandingOrderRequest {
  key: string;
  enabled: boolean;
  seat?: number | null;
}

export interface StatisticsInfo {
  positions: number[];
  rounds: number[];
  series: (StatisticsSeries)[];
}

export interface StatisticsSeries {
  name: string;
  values: ((number | null)[])[];
}

export interface SuggestedActions {
  seq: number;
  level: string;
  advice: (ActionAdvice)[];
}

export interface TitleInfo {
  name: string;
  seats_min: number;
  seats_max: number;
  options: (OptionInfo)[];
  bots: string[];
  seat_names: string[];
}

export interface TitleList {
  titles: (TitleInfo)[];
}

export interface UnavailableAction {
  label: string;
  rule: string;
  why: string;
  where?: Record<string, unknown>;
}

export interface UndoInfo {
  last_choice: number | null;
  turn_start: number | null;
  reason: string;
}

export interface UndoRequest {
  scope: "choice" | "position" | "turn";
  to_position?: number | null;
  seat?: number | null;
}

export interface ValidateRequest {
  action: Record<string, unknown>;
  seat?: number | null;
}

export interface ValidationResult {
  allowed: boolean;
  description: string;
  rule: string;
  text: string;
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

export interface VoteInfo {
  id: number;
  kind: "end" | "replace" | "undo";
  proposed_by: number;
  text: string;
  to_position: number | null;
  target: number | null;
  agreed: number[];
  pending: number[];
}

export interface VoteRequest {
  id: number;
  agree: boolean;
  seat?: number | null;
}
