// Made by web/scripts/wire_types.py from the Python structs. Do not edit.

export interface AccountInfo {
  name: string | null;
  created_at: number | null;
  recovery_codes_left: number;
  sessions: (SessionInfo)[];
  visibility: "listed" | "page" | "private";
  suspension: string;
  has_password: boolean;
  passkeys: (PasskeyInfo)[];
  offers_passkeys: boolean;
}

export interface AccountWithRecoveryCodes {
  name: string;
  recovery_codes: string[];
}

export interface Ack {
  version: number;
}

export interface ActionAck {
  version: number;
  seq: number;
  repeated: boolean;
  is_judged: boolean;
}

export interface ActionRequest {
  seq: number;
  action: Record<string, unknown>;
  seat?: number | null;
  coach?: boolean;
}

export interface AwayPeriod {
  from_at: number;
  until_at: number;
}

export interface BeginAccountWithPasskeyRequest {
  name: string;
}

export interface BlockInfo {
  id: string;
  name: string;
  at: number;
}

export interface BotRating {
  rating: number;
  low: number;
  high: number;
  ordinal: number;
  is_provisional: boolean;
  level: string;
}

export interface CallerSeats {
  seats: number[];
  seat: number | null;
  is_host: boolean;
}

export interface ChangeListingRequest {
  public: LobbyListingRequest | null;
}

export interface ChangePasswordRequest {
  password?: string | null;
  passkey?: PasskeyAnswer | null;
  new_password: string;
}

export interface ChatMessage {
  id: number;
  seat: number;
  name: string;
  text: string;
  at: number;
  is_removed: boolean;
}

export interface ChatPage {
  messages: (ChatMessage)[];
  earlier: number | null;
}

export interface ChatReportReceipt {
  number: number;
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
  reopens?: boolean;
}

export interface ChoiceOutcome {
  brings?: string;
  worth?: number;
  lines?: string[];
  changes?: (FigureChange)[];
  stop?: string;
  deal?: DealPreview | null;
}

export interface ChoiceOutcomeList {
  seq: number;
  outcomes: (ChoiceOutcome)[];
}

export interface ClockSettings {
  per_move?: number | null;
  per_game?: number | null;
  on_timeout?: "move" | "seat";
  away_days?: number | null;
}

export interface ClocksInfo {
  now: number;
  per_move: number | null;
  per_game: number | null;
  on_timeout: "move" | "seat";
  seats: (SeatClockInfo)[];
  away_days: number;
}

export interface CoachJudgement {
  costly: CostlyChoice | null;
}

export interface CoachTip {
  description: string;
  reason: string;
  where: Record<string, unknown>;
}

export interface CoachTips {
  seq: number;
  points: (CoachTip)[];
}

export interface ConfirmForm {
  kind: "confirm";
  label: string;
  action: Record<string, unknown>;
  detail?: string;
}

export interface CostlyChoice {
  mine: string;
  mine_percent: number;
  mine_reason: string;
  better: string;
  better_percent: number;
  better_reason: string;
  error: number;
  figures: (FigureAfterBothChoices)[];
}

export interface CountsForm {
  kind: "counts";
  label: string;
  action: Record<string, unknown>;
  field: string;
  items: (SelectableItem)[];
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

export interface CreatedTournament {
  id: string;
}

export interface DealForm {
  kind: "basket";
  label: string;
  action: Record<string, unknown>;
  things: string;
  mine: (SelectableItem)[];
  cash: number;
  partners: (DealPartner)[];
  detail?: string;
  prices?: number[];
}

export interface DealPartner {
  seat: number;
  items: (SelectableItem)[];
  cash?: number | null;
  earlier?: string[];
}

export interface DealPreview {
  partner: number;
  figures: (FigureChange)[];
  warning?: string;
  earlier?: string[];
}

export interface DecisionKindComparisonInfo {
  kind: string;
  decisions: number;
  matches: number;
  loss: number;
  error: number;
  compared_loss: number;
  compared_with: "others" | "own other choices";
}

export interface Description {
  name: string;
  kind: string;
  text: string;
  lines?: (DescriptionLine)[];
  rules?: string[];
}

export interface DescriptionLine {
  figure: string;
  text: string;
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

export interface EditionCheck {
  errors: (EditionFinding)[];
  warnings: (EditionFinding)[];
  differences: (EditionFinding)[];
  id: string;
  hash: string;
  data: Record<string, unknown> | null;
  text: string;
  board: Record<string, unknown> | null;
  view: Record<string, unknown> | null;
  colours: string[];
}

export interface EditionFigureComparison {
  name: string;
  house: string;
  own: string;
  difference: string;
  differs: boolean;
}

export interface EditionFinding {
  where: string;
  line: number;
  text: string;
}

export interface EditionRequest {
  title: string;
  text?: string | null;
  data?: Record<string, unknown> | null;
}

export interface EditionTrialInfo {
  played: number;
  games: number;
  is_over: boolean;
  lines: (EditionFigureComparison)[];
  certainty: string;
  problem: string;
}

export interface EndProposalPermission {
  allowed: boolean;
  reason: string;
}

export interface EndSessionsRequest {
  id?: string | null;
}

export interface FigureAfterBothChoices {
  name: string;
  mine: number;
  better: number;
}

export interface FigureChange {
  name: string;
  seat: number;
  before: number;
  after: number;
}

export interface FormSlot {
  label: string;
  filled?: string | null;
  open?: boolean;
  choices?: (Choice)[];
}

export interface FriendInfo {
  name: string;
  since: number;
  is_here: boolean | null;
  table: PublicTable | null;
}

export interface FriendRequestInfo {
  id: string;
  name: string;
  at: number;
}

export interface FriendRequestOrBlockId {
  id: string;
}

export interface FriendsAndBlocks {
  friends: (FriendInfo)[];
  received: (FriendRequestInfo)[];
  asked: (FriendRequestInfo)[];
  blocked: (BlockInfo)[];
  shows_presence: boolean;
  invited_by: "anybody" | "friends";
}

export interface HeadToHeadInfo {
  matches: number;
  mine_ahead: number;
  theirs_ahead: number;
}

export interface ImportMatchRequest {
  record: Record<string, unknown>;
  seats: (SeatRequest)[];
  position?: number | null;
  mode?: "hotseat" | "online";
  clock?: ClockSettings | null;
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
  seats: (InvitationSeat)[];
  options: (UnusualOption)[];
  edition: string;
  own_edition: OwnEditionSummary | null;
  edition_differences: string[];
  clock: ClockSettings | null;
  hints: boolean;
  watchable: boolean;
  minutes: number | null;
  origin: MatchOriginInfo | null;
  rated: boolean;
}

export interface InvitationSeat {
  colour: string;
  kind: "bot" | "open" | "person";
  name: string;
  is_host: boolean;
  is_offered: boolean;
}

export interface InviteLinks {
  seats: (string | null)[];
  spectator_link: string | null;
}

export interface InvitePersonRequest {
  name: string;
  seat: number;
}

export interface JoinRequest {
  token: string;
  name?: string | null;
}

export interface JoinedMatch {
  id: string;
  seat: number | null;
}

export interface Leaderboard {
  title: string;
  people: (LeaderboardRow)[];
  has_more: boolean;
  bots: (BotRating)[];
  mine: RatingInfo | null;
}

export interface LeaderboardRow {
  rating: number;
  low: number;
  high: number;
  ordinal: number;
  is_provisional: boolean;
  rank: number;
  name: string;
  matches: number;
  is_me: boolean;
}

export interface LessonInfo {
  lesson: string;
  name: string;
  minutes: number;
  step: number;
  steps: number;
  status: "astray" | "changed" | "choosing" | "done" | "moving";
  panel: LessonPanel | null;
  answer: LessonPanel | null;
  is_other: boolean;
  back_to: number | null;
  shown: Record<string, unknown> | null;
  welcome: LessonPanel | null;
  next_lesson: LessonSummary | null;
}

export interface LessonPanel {
  heading: string;
  text?: string;
  phase?: string;
  points?: (LessonRemark)[];
  note?: string;
  rules?: string[];
  compare?: (string[])[];
}

export interface LessonRemark {
  text: string;
  where?: Record<string, unknown>;
}

export interface LessonSummary {
  lesson: string;
  name: string;
  about: string;
  minutes: number;
  steps: number;
}

export interface LobbyInbox {
  invitations: (ReceivedInvitationInfo)[];
  tables: (PublicTable)[];
  friend_requests: number;
}

export interface LobbyListingRequest {
  fill_after?: number | null;
  level?: string | null;
  for_friends?: boolean;
}

export interface LobbyTables {
  open: PublicTablePage;
  playing: PublicTablePage;
  open_counts: (PublicTableCount)[];
}

export interface LocalNetworkInfo {
  may_switch: boolean;
  is_open: boolean;
  url: string;
  reason: string;
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

export interface MatchEdition {
  id: string;
  hash: string;
  differences: string[];
  data: Record<string, unknown>;
  shown: boolean;
  text: string | null;
}

export interface MatchOriginInfo {
  commitment: string;
  position: number;
  chance: number;
  explained_chance: number;
  has_seed: boolean;
  is_lesson: boolean;
  text: string;
}

export interface MatchRatings {
  seats: (SeatRatingChange)[];
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
  winners: string[];
  my_place: number | null;
  rematch_by: string;
  lesson: string;
  problem: string;
  has_left: boolean;
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
  end_proposal: EndProposalPermission | null;
  clocks: ClocksInfo | null;
  result: MatchResult | null;
  rematch: string | null;
  rematch_by: number | null;
  rematch_seats: number[] | null;
  lesson: LessonInfo | null;
  listing: TableListingInfo | null;
}

export interface MuteRequest {
  muted: boolean;
}

export interface MyMatches {
  matches: (MatchSummary)[];
  has_more: boolean;
}

export interface NewAccountRequest {
  name: string;
  password: string;
}

export interface NewLessonRequest {
  title: string;
  lesson: string;
  name?: string | null;
}

export interface NewMatchRequest {
  title: string;
  seats: (SeatRequest)[];
  options?: Record<string, unknown>;
  mode?: "hotseat" | "online";
  clock?: ClockSettings | null;
  hints?: boolean;
  watchable?: boolean;
  public?: LobbyListingRequest | null;
  edition?: string | null;
  shows_edition?: boolean;
  rated?: boolean;
}

export interface NewTournamentRequest {
  name: string;
  title: string;
  table_size: number;
  rounds: number;
  clock: ClockSettings;
  format?: "round_robin" | "swiss";
  seating?: "lot" | "rotate";
  scoring?: "places" | "wins";
  options?: Record<string, unknown>;
  rated?: boolean;
  bot_level?: string | null;
  max_people?: number;
  fill_to?: number;
  public?: boolean;
  starts_at?: number | null;
}

export interface NotesInfo {
  text: string;
  revision: number;
  is_saved: boolean;
}

export interface NotesRequest {
  text: string;
  revision: number;
  seat?: number | null;
}

export interface NoticeAddressRequest {
  address: string;
}

export interface NoticeChannelInfo {
  id: string;
  kind: "mail" | "push" | "webhook";
  masked_address: string;
  label: string;
  is_confirmed: boolean;
  endpoint_hash: string;
  created_at: number;
}

export interface NoticeSettingsInfo {
  push_key: string | null;
  is_mail_offered: boolean;
  channels: (NoticeChannelInfo)[];
  quiet_begin: number | null;
  quiet_end: number | null;
  time_zone: string;
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

export interface OnePagePicturePiece {
  aircraft?: string;
  die?: number;
  card?: string;
  note?: string;
  sign?: string;
}

export interface OnePageRules {
  goal: (OnePageStatement)[];
  turn: (OnePageStatement)[];
  scoring: (OnePageStatement)[];
  ending: (OnePageStatement)[];
  missed: (OnePageStatement)[];
}

export interface OnePageStatement {
  heading: string;
  text: string;
  rules: string[];
  picture?: (OnePagePicturePiece)[];
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
  by_lot: boolean;
}

export interface OwnEditionInfo {
  hash: string;
  title: string;
  id: string;
  used_at: number;
}

export interface OwnEditionList {
  editions: (OwnEditionInfo)[];
}

export interface OwnEditionSummary {
  id: string;
  hash: string;
  differences: number;
}

export interface PasskeyAnswer {
  id: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
  user_handle?: string | null;
}

export interface PasskeyInfo {
  id: string;
  label: string;
  created_at: number;
  used_at: number | null;
}

export interface PasskeyOptions {
  options: Record<string, unknown>;
}

export interface PasskeyRegistration {
  id: string;
  client_data: string;
  attestation: string;
  label?: string;
}

export interface PasskeySignInRequest {
  passkey: PasskeyAnswer;
}

export interface PasswordOrPasskeyRequest {
  password?: string | null;
  passkey?: PasskeyAnswer | null;
}

export interface PersonNameRequest {
  name: string;
}

export interface PersonPageInfo {
  name: string;
  since: number;
  is_me: boolean;
  is_friend: boolean;
  is_blocked: boolean;
  visibility: "listed" | "page" | "private" | null;
  titles: (PersonTitleRating)[];
  matches: (RatedMatchOfPerson)[];
  match_count: number;
  head_to_head: HeadToHeadInfo | null;
  reliability: ReliabilityInfo;
  strengths: (TitleStrengthsAndWeaknesses)[];
}

export interface PersonTitleRating {
  rating: number;
  low: number;
  high: number;
  ordinal: number;
  is_provisional: boolean;
  title: string;
  matches: number;
  wins: number;
  rank: number | null;
  by_seats: (SeatCountTally)[];
  curve: (RatingCurvePoint)[];
  bots: (BotRating)[];
}

export interface PlaceDescription {
  position: number;
  description: Description | null;
}

export interface PlayNowRequest {
  title: string;
  seats: number;
  any_seats?: boolean;
  options?: Record<string, unknown>;
  clock?: ClockSettings | null;
  fill_after?: number | null;
  level?: string | null;
  name?: string | null;
  rated?: boolean;
}

export interface PlayNowResult {
  id: string;
  seat: number;
  is_opened: boolean;
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

export interface ProfileVisibilityRequest {
  visibility: "listed" | "page" | "private";
}

export interface PublicSeat {
  kind: "bot" | "open" | "person";
  name: string;
  reliability: ReliabilityInfo | null;
}

export interface PublicTable {
  id: string;
  title: string;
  status: "open" | "playing";
  host_name: string;
  seats: (PublicSeat)[];
  free_seats: number;
  options: (UnusualOption)[];
  clock: ClockSettings | null;
  hints: boolean;
  watchable: boolean;
  minutes: number | null;
  fill_after: number | null;
  since: number;
  is_quick: boolean;
  rated: boolean;
  for_friends: boolean;
}

export interface PublicTableCount {
  title: string;
  tables: number;
  free_seats: number;
}

export interface PublicTablePage {
  tables: (PublicTable)[];
  next: string | null;
}

export interface PushSubscriptionRequest {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Question {
  ask: string;
  choices?: (Choice)[];
  forms?: (NumberForm | DealForm | CountsForm | SlotsForm | ConfirmForm)[];
  refused?: (UnavailableAction)[];
  warnings?: (QuestionWarning)[];
  rule?: string;
}

export interface QuestionWarning {
  text: string;
  rule?: string;
}

export interface QuickGame {
  seats: number;
  options: Record<string, unknown>;
  decisions: number | null;
  minutes: number | null;
}

export interface QuietHoursRequest {
  begin: number | null;
  end: number | null;
  time_zone: string;
}

export interface RatedMatchOfPerson {
  id: string | null;
  public_review: string | null;
  title: string;
  at: number;
  seats: number;
  place: number;
  has_left: boolean;
  change: number;
  others: string[];
}

export interface RatingCurvePoint {
  at: number;
  rating: number;
  low: number;
  high: number;
}

export interface RatingInfo {
  rating: number;
  low: number;
  high: number;
  ordinal: number;
  is_provisional: boolean;
}

export interface ReceivedInvitationInfo {
  id: string;
  from_name: string;
  at: number;
  colour: string;
  title: string;
  seats: number;
  names: string[];
  minutes: number | null;
  per_move: number | null;
  rated: boolean;
}

export interface RecoverAccountRequest {
  name: string;
  code: string;
  password: string;
}

export interface ReliabilityInfo {
  played: number;
  finished: number;
  is_known: boolean;
}

export interface RemoveDeviceRequest {
  id: string;
  seat?: number | null;
}

export interface RemoveEntrantRequest {
  entrant: number;
}

export interface RemovePasskeyRequest {
  password?: string | null;
  passkey?: PasskeyAnswer | null;
  id: string;
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

export interface ReportChatRequest {
  reason: "cheating" | "insult" | "other" | "spam" | "threat";
  comment?: string;
}

export interface RetentionInfo {
  finished_days: number;
  abandoned_days: number;
  unstarted_days: number;
  session_days: number;
}

export interface ReturnKey {
  link: string;
}

export interface ReviewAlternative {
  words: string;
  chance: number;
  error: number;
  line: string[];
  is_played: boolean;
  is_best: boolean;
  where: Record<string, unknown>;
  view: Record<string, unknown> | null;
}

export interface ReviewChanceRow {
  words: string;
  odds: number;
  alike: number;
  chances: number[];
  came: boolean;
}

export interface ReviewChanceTable {
  seat: number;
  looked_at: number;
  possible: number;
  rows: (ReviewChanceRow)[];
}

export interface ReviewDecisionInfo {
  position: number;
  seat: number;
  loss: number;
  error: number;
  is_clear: boolean;
}

export interface ReviewInfo {
  progress: ReviewProgress;
  title: string;
  board: Record<string, unknown>;
  seats: (ReviewSeat)[];
  me: number[];
  position: number;
  winners: number[];
  start: number[];
  steps: (ReviewedStretchInfo)[];
  decisions: (ReviewDecisionInfo)[];
  moments: (ReviewMoment)[];
  summaries: (ReviewSeatSummary)[];
  turning_points: number[];
  sharing: ReviewSharing | null;
}

export interface ReviewMoment {
  step: number;
  position: number;
  seat: number;
  kind: string;
  weight: number;
  words: string;
  played: string;
  better: string;
}

export interface ReviewPosition {
  position: number;
  viewer: number | null;
  view: Record<string, unknown>;
  actors: number[];
  round: number;
  ask: string;
  decision: ReviewDecisionInfo | null;
  alternatives: (ReviewAlternative)[];
  chance: ReviewChanceTable | null;
}

export interface ReviewProgress {
  status: "done" | "failed" | "none" | "running" | "stopped";
  done: number;
  total: number;
  revision: number;
  error: string;
}

export interface ReviewSeat {
  seat: number;
  colour: string;
  name: string;
  kind: "bot" | "open" | "person";
  level: string | null;
  replaced_reason: string;
}

export interface ReviewSeatSummary {
  decisions: number;
  average_loss: number;
  average_loss_error: number;
  weighed_loss: number;
  weighed_loss_error: number;
  accuracy: number;
  start: number;
  luck: number;
  own: number;
  others: number;
  nobody: number;
  result: number;
  start_error: number;
  luck_error: number;
  own_error: number;
  others_error: number;
  nobody_error: number;
  result_without_luck: number;
}

export interface ReviewSharing {
  agreed: number[];
  missing: number[];
  link: string | null;
}

export interface ReviewSharingConsentRequest {
  agree: boolean;
}

export interface ReviewedStretchInfo {
  kind: string;
  begin: number;
  end: number;
  seat: number;
  round: number;
  chances: number[];
  errors: number[];
}

export interface Room {
  id: string;
  title: string;
  edition: string;
  own_edition: OwnEditionSummary | null;
  rules_version: number;
  options: Record<string, unknown>;
  mode: "hotseat" | "online";
  status: "closed" | "over" | "playing" | "waiting";
  hints: boolean;
  watchable: boolean;
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
  end_proposal: EndProposalPermission;
  clocks: ClocksInfo | null;
  commitment: string;
  result: MatchResult | null;
  links: InviteLinks;
  pause_reason: string;
  rematch: string | null;
  rematch_by: number | null;
  rematch_seats: number[];
  origin: MatchOriginInfo | null;
  lesson: LessonInfo | null;
  may_coach: boolean;
  listing: TableListingInfo | null;
  rated: boolean;
  tournament: TableInTournament | null;
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
  count: number | null;
  each: string;
}

export interface SeatClockInfo {
  running: boolean;
  move_left: number | null;
  game_left: number | null;
  away: (AwayPeriod)[];
  away_days_left: number;
}

export interface SeatCountTally {
  seats: number;
  matches: number;
  wins: number;
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
  replaceable: boolean;
}

export interface SeatOnlyRequest {
  seat?: number | null;
}

export interface SeatPerson {
  seat: number;
  kind: "account" | "bot" | "guest" | "me" | "open";
  is_friend: boolean;
  is_muted: boolean;
  is_blocked: boolean;
  reliability: ReliabilityInfo | null;
}

export interface SeatQuestion {
  ask: string;
  choices?: (Choice)[];
  forms?: (NumberForm | DealForm | CountsForm | SlotsForm | ConfirmForm)[];
  refused?: (UnavailableAction)[];
  warnings?: (QuestionWarning)[];
  rule?: string;
  seq: number;
}

export interface SeatRatingChange {
  seat: number;
  place: number;
  has_left: boolean;
  before: RatingInfo | null;
  after: RatingInfo | null;
}

export interface SeatRequest {
  kind: "bot" | "open" | "person";
  level?: string | null;
  name?: string | null;
}

export interface SelectableItem {
  key: unknown;
  label: string;
  detail?: string;
  where?: Record<string, unknown>;
  min?: number;
  max?: number;
}

export interface SentInvitationInfo {
  id: string;
  seat: number;
  name: string;
  state: "accepted" | "declined" | "waiting";
  at: number;
}

export interface SentInvitations {
  invitations: (SentInvitationInfo)[];
}

export interface SessionInfo {
  id: string;
  label: string;
  created_at: number;
  used_at: number;
  is_this: boolean;
}

export interface SignInRequest {
  name: string;
  password: string;
}

export interface SitDownRequest {
  name?: string | null;
}

export interface SlotsForm {
  kind: "slots";
  label: string;
  slots: (FormSlot)[];
  detail?: string;
  stops?: (SelectableItem)[];
}

export interface SocialSettingsRequest {
  shows_presence: boolean;
  invited_by: "anybody" | "friends";
}

export interface StandingOrder {
  key: string;
  label: string;
  is_switch: boolean;
  max_amount: number | null;
}

export interface StandingOrderInfo {
  key: string;
  label: string;
  enabled: boolean;
  is_switch: boolean;
  max_amount: number | null;
  amount: number | null;
}

export interface StandingOrderRequest {
  key: string;
  enabled: boolean;
  amount?: number | null;
  seat?: number | null;
}

export interface StatisticBySeat {
  name: string;
  values: (number | null)[];
}

export interface StatisticsInfo {
  positions: number[];
  rounds: number[];
  series: (StatisticsSeries)[];
  scores: ((number | null)[])[];
}

export interface StatisticsSeries {
  name: string;
  values: ((number | null)[])[];
}

export interface SuggestedAction {
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

export interface SuggestedActions {
  seq: number;
  level: string;
  advice: (SuggestedAction)[];
}

export interface SwitchLocalNetworkRequest {
  open: boolean;
}

export interface TableInTournament {
  id: string;
  name: string;
  round: number;
  table: number;
}

export interface TableListingInfo {
  fill_after: number | null;
  fill_at: number | null;
  level: string;
  for_friends: boolean;
}

export interface TablePeople {
  seats: (SeatPerson)[];
  may_befriend: boolean;
}

export interface TimeAwayInfo {
  periods: (AwayPeriod)[];
  tables: number | null;
  shortened: number | null;
}

export interface TimeAwayRequest {
  periods: (AwayPeriod)[];
  seat?: number | null;
}

export interface TitleInfo {
  name: string;
  seats_min: number;
  seats_max: number;
  options: (OptionInfo)[];
  bots: string[];
  seat_names: string[];
  lessons: (LessonSummary)[];
  quick_game: QuickGame | null;
}

export interface TitleList {
  titles: (TitleInfo)[];
}

export interface TitleStrengthsAndWeaknesses {
  title: string;
  matches: number;
  is_known: boolean;
  better: (DecisionKindComparisonInfo)[];
  worse: (DecisionKindComparisonInfo)[];
}

export interface TournamentEntrant {
  number: number;
  name: string;
  kind: "bot" | "person";
  is_me: boolean;
  has_left: boolean;
  first_round: number;
}

export interface TournamentList {
  open: (TournamentSummary)[];
  running: (TournamentSummary)[];
  over: (TournamentSummary)[];
}

export interface TournamentPage {
  id: string;
  name: string;
  title: string;
  status: "cancelled" | "open" | "over" | "running";
  end_reason: "" | "early" | "finished" | "nobody left" | "organiser" | "too few";
  format: "round_robin" | "swiss";
  seating: "lot" | "rotate";
  scoring: "places" | "wins";
  table_size: number;
  rounds: number;
  place_points: number[];
  clock: ClockSettings | null;
  options: (UnusualOption)[];
  rated: boolean;
  bot_level: string;
  max_people: number;
  fill_to: number;
  public: boolean;
  starts_at: number | null;
  created_at: number;
  ended_at: number | null;
  organiser: string;
  is_organiser: boolean;
  me: number | null;
  round: number;
  entrants: (TournamentEntrant)[];
  played: (TournamentRound)[];
  standings: (TournamentStanding)[];
}

export interface TournamentRound {
  number: number;
  tables: (TournamentTable)[];
}

export interface TournamentSeat {
  entrant: number;
  place: number | null;
  points: number | null;
  has_left: boolean;
}

export interface TournamentStanding {
  entrant: number;
  rank: number;
  points: number;
  wins: number;
  met_points: number;
}

export interface TournamentSummary {
  id: string;
  name: string;
  title: string;
  status: "cancelled" | "open" | "over" | "running";
  format: "round_robin" | "swiss";
  table_size: number;
  rounds: number;
  round: number;
  people: number;
  max_people: number;
  rated: boolean;
  clock: ClockSettings | null;
  starts_at: number | null;
  is_mine: boolean;
}

export interface TournamentTable {
  number: number;
  status: "over" | "playing" | "uncounted" | "void";
  seats: (TournamentSeat)[];
  is_mine: boolean;
  match: string | null;
}

export interface TurnNoticeAddressInfo {
  enabled: boolean;
  masked_address: string;
}

export interface TurnNoticeAddressRequest {
  address: string;
  seat?: number | null;
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

export interface UnusualOption {
  name: string;
  value: string;
  usual: string;
  description: string;
}

export interface ValidateActionRequest {
  action: Record<string, unknown>;
  seat?: number | null;
}

export interface ValidationResult {
  allowed: boolean;
  description: string;
  rule: string;
  text: string;
  deal: DealPreview | null;
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
  step: Record<string, unknown> | null;
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

export interface WatchTournamentTableRequest {
  match: string;
}
