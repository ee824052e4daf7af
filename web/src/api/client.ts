/** The server's calls, one function each. */

import type {
  AccountInfo,
  Ack,
  ActionAck,
  AwayPeriod,
  ChatPage,
  CoachJudgement,
  CoachTips,
  AccountWithRecoveryCodes,
  CreatedMatch,
  DeviceLink,
  DeviceList,
  EditionCheck,
  EditionTrialInfo,
  LobbyInbox,
  ImportMatchRequest,
  Invitation,
  JoinedMatch,
  RetentionInfo,
  CreatedTournament,
  Leaderboard,
  LobbyTables,
  LocalNetworkInfo,
  LogPage,
  MatchEdition,
  MatchRatings,
  MyMatches,
  NewMatchRequest,
  NewTournamentRequest,
  PasskeyRegistration,
  NotesInfo,
  NoticeSettingsInfo,
  TurnNoticeAddressInfo,
  OnePageRules,
  OwnEditionInfo,
  OwnEditionList,
  FriendsAndBlocks,
  SocialSettingsRequest,
  PasswordOrPasskeyRequest,
  PasskeyAnswer,
  PasskeyOptions,
  PersonPageInfo,
  PlaceDescription,
  PlayNowResult,
  PlayNowRequest,
  PositionView,
  Problem,
  LobbyListingRequest,
  PublicTablePage,
  PushSubscriptionRequest,
  ChatReportReceipt,
  ReportChatRequest,
  ChoiceOutcomeList,
  ReturnKey,
  ReviewInfo,
  ReviewPosition,
  ReviewProgress,
  ReviewSharing,
  Room,
  RuleList,
  SentInvitations,
  StatisticsInfo,
  SuggestedActions,
  TablePeople,
  TimeAwayInfo,
  TitleList,
  TournamentList,
  TournamentPage,
  UndoRequest,
  ValidationResult,
} from './types';

/** What the server said no with; `detail` may be shown. `status` 0: it could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.detail);
  }
}

/** What to show of an error of the server; anything else is a fault of this page and flies on. */
export function errorDetail(problem: unknown): string {
  if (!(problem instanceof ApiError)) throw problem;
  return problem.message;
}

type Action = Record<string, unknown>;

async function call<T>(path: string, body?: unknown): Promise<T> {
  const post = body !== undefined;
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      method: post ? 'POST' : 'GET',
      credentials: 'same-origin',
      headers: post ? { 'Content-Type': 'application/json', 'X-Aerodrome': '1' } : {},
      body: post ? JSON.stringify(body) : null,
    });
  } catch {
    throw new ApiError(0, { code: 'offline', detail: 'The server cannot be reached.' });
  }
  if (!response.ok) throw new ApiError(response.status, await readProblem(response));
  try {
    return (await response.json()) as T;
  } catch {
    // The line broke, or the page was left, before all of it was here.
    throw new ApiError(0, { code: 'offline', detail: 'The server’s answer was cut off.' });
  }
}

async function readProblem(response: Response): Promise<Problem> {
  try {
    const data = (await response.json()) as Partial<Problem>;
    return { code: data.code ?? 'error', detail: data.detail ?? response.statusText, ...data };
  } catch {
    return { code: 'error', detail: `The server answered ${response.status}.` };
  }
}

const seatQuery = (seat: number | null) => (seat === null ? '' : `?seat=${seat}`);

export const listTitles = () => call<TitleList>('titles');
export const getOnePage = (title: string) => call<OnePageRules>(`titles/${title}/one-page`);
export const listRules = (title: string) => call<RuleList>(`titles/${title}/rules`);
export const listMyMatches = (offset = 0) => call<MyMatches>(`my-matches?offset=${offset}`);
export const createMatch = (match: NewMatchRequest) => call<CreatedMatch>('matches', match);
export const createLesson = (title: string, lesson: string, name: string | null) =>
  call<CreatedMatch>('lessons', { title, lesson, name });
export const importMatch = (match: ImportMatchRequest) => call<CreatedMatch>('matches/import', match);
export const getInvitation = (token: string) => call<Invitation>(`invitations/${encodeURIComponent(token)}`);
export const joinMatch = (token: string, name: string | null) => call<JoinedMatch>('join', { token, name });
const titleQuery = (title: string | null, sign = '?') =>
  title === null ? '' : `${sign}title=${encodeURIComponent(title)}`;
export const getLobby = (title: string | null) => call<LobbyTables>(`lobby${titleQuery(title)}`);
export const listPublicTables = (status: 'open' | 'playing', title: string | null, after: string) =>
  call<PublicTablePage>(
    `public-tables/${status}?after=${encodeURIComponent(after)}${titleQuery(title, '&')}`,
  );
export const sitDown = (id: string, name: string | null) =>
  call<JoinedMatch>(`public-tables/${id}/sit-down`, { name });
export const watchTable = (id: string) => call<JoinedMatch>(`public-tables/${id}/watch`, {});
export const playNow = (wish: PlayNowRequest) => call<PlayNowResult>('play-now', wish);
export const getAccount = () => call<AccountInfo>('account');
export const createAccount = (name: string, password: string) =>
  call<AccountWithRecoveryCodes>('account', { name, password });
export const signIn = (name: string, password: string) =>
  call<AccountInfo>('account/sign-in', { name, password });
export const recoverAccount = (name: string, code: string, password: string) =>
  call<AccountInfo>('account/recover', { name, code, password });
export const signOut = () => call<AccountInfo>('account/sign-out', {});
export const endSessions = (id: string | null) => call<AccountInfo>('account/sessions/end', { id });
export const changePassword = (proof: PasswordOrPasskeyRequest, newPassword: string) =>
  call<AccountInfo>('account/password', { ...proof, new_password: newPassword });
export const makeRecoveryCodes = (proof: PasswordOrPasskeyRequest) =>
  call<AccountWithRecoveryCodes>('account/recovery-codes', proof);
export const deleteAccount = (proof: PasswordOrPasskeyRequest) => call<AccountInfo>('account/delete', proof);
export const beginNewAccount = (name: string) =>
  call<PasskeyOptions>('account/passkeys/new-account/options', { name });
export const createAccountWithPasskey = (passkey: PasskeyRegistration) =>
  call<AccountWithRecoveryCodes>('account/passkeys/new-account', passkey);
export const beginPasskeySignIn = () => call<PasskeyOptions>('account/passkeys/sign-in/options', {});
export const signInByPasskey = (passkey: PasskeyAnswer) =>
  call<AccountInfo>('account/passkeys/sign-in', { passkey });
export const beginConfirmation = () => call<PasskeyOptions>('account/passkeys/confirm/options', {});
export const beginPasskey = (proof: PasswordOrPasskeyRequest) =>
  call<PasskeyOptions>('account/passkeys/options', proof);
export const addPasskey = (passkey: PasskeyRegistration) => call<AccountInfo>('account/passkeys/', passkey);
export const removePasskey = (id: string, proof: PasswordOrPasskeyRequest) =>
  call<AccountInfo>('account/passkeys/remove', { id, ...proof });
export const removePassword = (proof: PasswordOrPasskeyRequest) =>
  call<AccountInfo>('account/passkeys/only', proof);
export const getNotices = () => call<NoticeSettingsInfo>('notices');
export const addPush = (subscription: PushSubscriptionRequest) =>
  call<NoticeSettingsInfo>('notices/push', subscription);
export const addMail = (address: string) => call<NoticeSettingsInfo>('notices/mail', { address });
export const addWebhook = (address: string) => call<NoticeSettingsInfo>('notices/webhook', { address });
export const setQuietHours = (begin: number | null, end: number | null, timeZone: string) =>
  call<NoticeSettingsInfo>('notices/quiet-hours', { begin, end, time_zone: timeZone });
export const tryChannel = (id: string) => call<NoticeSettingsInfo>(`notices/channels/${id}/try`, {});
export const removeChannel = (id: string) => call<NoticeSettingsInfo>(`notices/channels/${id}/remove`, {});
export const clearNotices = () => call<NoticeSettingsInfo>('notices/clear', {});
export const setVisibility = (visibility: AccountInfo['visibility']) =>
  call<AccountInfo>('account/visibility', { visibility });
export const getTimeAway = () => call<TimeAwayInfo>('account/time-away');
export const setTimeAway = (periods: AwayPeriod[]) => call<TimeAwayInfo>('account/time-away', { periods });
export const getLeaderboard = (title: string, offset = 0) =>
  call<Leaderboard>(`leaderboards/${title}?offset=${offset}`);
export const getPerson = (name: string) => call<PersonPageInfo>(`people/${encodeURIComponent(name)}`);
export const listTournaments = () => call<TournamentList>('tournaments');
export const openTournament = (wish: NewTournamentRequest) => call<CreatedTournament>('tournaments', wish);
export const getTournament = (id: string) => call<TournamentPage>(`tournaments/${encodeURIComponent(id)}`);
/** What changes a tournament answers with its page. */
export type TournamentChange = 'sign-up' | 'withdraw' | 'start' | 'cancel' | 'end';
export const changeTournament = (id: string, change: TournamentChange) =>
  call<TournamentPage>(`tournaments/${id}/${change}`, {});
export const removeEntrant = (id: string, entrant: number) =>
  call<TournamentPage>(`tournaments/${id}/remove`, { entrant });
export const watchTournamentTable = (id: string, match: string) =>
  call<JoinedMatch>(`tournaments/${id}/watch`, { match });
export const getMatchRatings = (id: string) => call<MatchRatings>(`matches/${id}/ratings`);
export const listFriends = () => call<FriendsAndBlocks>('friends');
export const askFriend = (name: string) => call<FriendsAndBlocks>('friends/ask', { name });
export const acceptFriend = (id: string) => call<FriendsAndBlocks>('friends/accept', { id });
export const declineFriend = (id: string) => call<FriendsAndBlocks>('friends/decline', { id });
export const withdrawRequest = (id: string) => call<FriendsAndBlocks>('friends/withdraw', { id });
export const endFriendship = (name: string) => call<FriendsAndBlocks>('friends/end', { name });
export const setPeopleSettings = (settings: SocialSettingsRequest) =>
  call<FriendsAndBlocks>('friends/settings', settings);
export const blockPerson = (name: string) => call<FriendsAndBlocks>('blocks', { name });
export const liftBlock = (id: string) => call<FriendsAndBlocks>('blocks/lift', { id });
export const getForMe = () => call<LobbyInbox>('for-me');
export const acceptInvitation = (id: string) => call<JoinedMatch>(`personal-invitations/${id}/accept`, {});
export const declineInvitation = (id: string) => call<LobbyInbox>(`personal-invitations/${id}/decline`, {});
export const getWhatIsKept = () => call<RetentionInfo>('what-is-kept');
/** An edition as a TOML text or as the values of the workshop. */
export type EditionSource = { text: string } | { data: Record<string, unknown> };
export const getHouseEdition = (title: string) => call<EditionCheck>(`titles/${title}/edition`);
export const checkEdition = (title: string, source: EditionSource) =>
  call<EditionCheck>('editions/check', { title, ...source });
export const listEditions = () => call<OwnEditionList>('editions');
export const keepEdition = (title: string, source: EditionSource) =>
  call<OwnEditionInfo>('editions', { title, ...source });
export const getEdition = (hash: string) => call<EditionCheck>(`editions/${hash}`);
export const removeEdition = (hash: string) => call<OwnEditionList>(`editions/${hash}/remove`, {});
export const startComparison = (hash: string) => call<EditionTrialInfo>(`editions/${hash}/comparison`, {});
export const getComparison = (hash: string) => call<EditionTrialInfo>(`editions/${hash}/comparison`);
export const getLocalNetwork = () => call<LocalNetworkInfo>('local-network');
export const switchLocalNetwork = (open: boolean) => call<LocalNetworkInfo>('local-network', { open });
/** A path of this server as a QR code of its address in the local network; `base` only tells one picture from another. */
export const qrCodeUrl = (path: string, base: string) =>
  `/api/local-network/qr?path=${encodeURIComponent(path)}#${base}`;
export const recordUrl = (id: string) => `/api/matches/${id}/record`;

/** One match's calls, as one of the caller's seats. */
export class MatchApi {
  constructor(
    readonly id: string,
    public seat: number | null,
  ) {}

  #post<T = Ack>(what: string, body: Record<string, unknown> = {}): Promise<T> {
    return call<T>(`matches/${this.id}/${what}`, { ...body, seat: this.seat });
  }

  room = () => call<Room>(`matches/${this.id}${seatQuery(this.seat)}`);
  position = (position: number) =>
    call<PositionView>(`matches/${this.id}/positions/${position}${seatQuery(this.seat)}`);
  logPage = (before: string) =>
    call<LogPage>(`matches/${this.id}/log?before=${before}${this.seat === null ? '' : `&seat=${this.seat}`}`);
  chatPage = (before: number) => call<ChatPage>(`matches/${this.id}/chat?before=${before}`);
  statistics = () => call<StatisticsInfo>(`matches/${this.id}/statistics${seatQuery(this.seat)}`);
  notifications = () =>
    call<TurnNoticeAddressInfo>(`matches/${this.id}/notifications${seatQuery(this.seat)}`);
  notes = () => call<NotesInfo>(`matches/${this.id}/notes${seatQuery(this.seat)}`);
  setNotes = (text: string, revision: number) => this.#post<NotesInfo>('notes', { text, revision });
  devices = () => call<DeviceList>(`matches/${this.id}/devices${seatQuery(this.seat)}`);
  events(after: number): EventSource {
    const seat = this.seat === null ? '' : `&seat=${this.seat}`;
    return new EventSource(`/api/matches/${this.id}/events?after=${after}${seat}`);
  }

  act = (seq: number, action: Action, coach = false) =>
    this.#post<ActionAck>('actions', { seq, action, ...(coach && { coach }) });
  coachPoints = () => this.#post<CoachTips>('coach/points');
  coachJudgement = () => this.#post<CoachJudgement>('coach/judgement');
  keepChoice = () => this.#post('coach/keep');
  validate = (action: Action) => this.#post<ValidationResult>('validate', { action });
  outcomes = () => call<ChoiceOutcomeList>(`matches/${this.id}/outcomes${seatQuery(this.seat)}`);
  /** What a place or thing is; at an earlier position if one is given. */
  description = (where: Record<string, unknown>, position: number | null) => {
    const query = new URLSearchParams({ where: JSON.stringify(where) });
    if (position !== null) query.set('position', `${position}`);
    if (this.seat !== null) query.set('seat', `${this.seat}`);
    return call<PlaceDescription>(`matches/${this.id}/description?${query.toString()}`);
  };
  hint = () => this.#post<SuggestedActions>('hint');
  undo = (scope: 'choice' | 'turn') => this.#undo({ scope });
  undoTo = (position: number) => this.#undo({ scope: 'position', to_position: position });
  #undo = (request: UndoRequest) => this.#post('undo', { ...request });
  proposeEnd = () => this.#post('propose-end');
  vote = (id: number, agree: boolean) => this.#post('vote', { id, agree });
  postChat = (text: string) => this.#post('chat', { text });
  people = () => call<TablePeople>(`matches/${this.id}/people`);
  mutePerson = (seat: number, muted: boolean) =>
    call<TablePeople>(`matches/${this.id}/people/${seat}/mute`, { muted });
  blockPerson = (seat: number) => call<TablePeople>(`matches/${this.id}/people/${seat}/block`, {});
  askPerson = (seat: number) => call<TablePeople>(`matches/${this.id}/people/${seat}/ask`, {});
  reportLine = (line: number, report: ReportChatRequest) =>
    call<ChatReportReceipt>(`matches/${this.id}/chat/${line}/report`, report);
  sentInvitations = () => call<SentInvitations>(`matches/${this.id}/personal-invitations`);
  invitePerson = (name: string, seat: number) =>
    call<SentInvitations>(`matches/${this.id}/personal-invitations`, { name, seat });
  withdrawInvitation = (id: string) =>
    call<SentInvitations>(`matches/${this.id}/personal-invitations/${id}/withdraw`, {});
  setStandingOrder = (key: string, enabled: boolean, amount: number | null = null) =>
    this.#post('standing-orders', { key, enabled, amount });
  setTimeAway = (periods: AwayPeriod[]) => this.#post('time-away', { periods });
  leave = () => this.#post('leave');
  replace = (target: number, level: string) => this.#post('replace', { target, level });
  resume = () => this.#post('resume');
  close = () => this.#post('close');
  setListing = (listing: LobbyListingRequest | null) =>
    call<Ack>(`matches/${this.id}/listing`, { public: listing });
  returnKey = () => this.#post<ReturnKey>('return-key');
  deviceLink = () => this.#post<DeviceLink>('devices/link');
  removeDevice = (id: string) => this.#post<DeviceList>('devices/remove', { id });
  rename = (name: string) => this.#post('rename', { name });
  setNotifications = (address: string) => this.#post<TurnNoticeAddressInfo>('notifications', { address });
  edition = () => call<MatchEdition>(`matches/${this.id}/edition`);
  record = () => call<Record<string, unknown>>(`matches/${this.id}/record`);
  playOn = () => this.#post<JoinedMatch>('play-on');
  rematch = () => this.#post<JoinedMatch>('rematch');
}

/** The review of a finished match: of a table of mine, or by its public link. */
export class ReviewApi {
  readonly #path: string;

  constructor(
    readonly id: string | null,
    token: string | null,
  ) {
    this.#path = id === null ? `reviews/${encodeURIComponent(token ?? '')}` : `matches/${id}/review`;
  }

  info = () => call<ReviewInfo>(this.#path);
  start = () => call<ReviewProgress>(this.#path, {});
  progress = () => call<ReviewProgress>(`${this.#path}/progress`);
  position = (position: number, seat: number | null) =>
    call<ReviewPosition>(`${this.#path}/positions/${position}${seatQuery(seat)}`);
  share = (agree: boolean) => call<ReviewSharing>(`${this.#path}/sharing`, { agree });
  get pageUrl(): string {
    return `/api/${this.#path}/page`;
  }
}
