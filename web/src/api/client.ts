/** The server's calls, one function each. */

import type {
  Ack,
  ActionAck,
  ChatPage,
  CreatedMatch,
  DeviceLink,
  DeviceList,
  ImportMatchRequest,
  Invitation,
  JoinedMatch,
  LogPage,
  MyMatches,
  NewMatchRequest,
  NotificationInfo,
  PositionView,
  Problem,
  ReturnKey,
  Room,
  QuestionOutcomes,
  RuleList,
  StatisticsInfo,
  SuggestedActions,
  TitleList,
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
  return (await response.json()) as T;
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
export const listRules = (title: string) => call<RuleList>(`titles/${title}/rules`);
export const listMyMatches = (offset = 0) => call<MyMatches>(`my-matches?offset=${offset}`);
export const createMatch = (match: NewMatchRequest) => call<CreatedMatch>('matches', match);
export const importMatch = (match: ImportMatchRequest) => call<CreatedMatch>('matches/import', match);
export const getInvitation = (token: string) => call<Invitation>(`invitations/${encodeURIComponent(token)}`);
export const joinMatch = (token: string, name: string | null) => call<JoinedMatch>('join', { token, name });
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
  notifications = () => call<NotificationInfo>(`matches/${this.id}/notifications${seatQuery(this.seat)}`);
  devices = () => call<DeviceList>(`matches/${this.id}/devices${seatQuery(this.seat)}`);
  events(after: number): EventSource {
    const seat = this.seat === null ? '' : `&seat=${this.seat}`;
    return new EventSource(`/api/matches/${this.id}/events?after=${after}${seat}`);
  }

  act = (seq: number, action: Action) => this.#post<ActionAck>('actions', { seq, action });
  validate = (action: Action) => this.#post<ValidationResult>('validate', { action });
  outcomes = () => call<QuestionOutcomes>(`matches/${this.id}/outcomes${seatQuery(this.seat)}`);
  hint = () => this.#post<SuggestedActions>('hint');
  undo = (scope: 'choice' | 'turn') => this.#undo({ scope });
  undoTo = (position: number) => this.#undo({ scope: 'position', to_position: position });
  #undo = (request: UndoRequest) => this.#post('undo', { ...request });
  proposeEnd = () => this.#post('propose-end');
  vote = (id: number, agree: boolean) => this.#post('vote', { id, agree });
  postChat = (text: string) => this.#post('chat', { text });
  setStandingOrder = (key: string, enabled: boolean) => this.#post('standing-orders', { key, enabled });
  leave = () => this.#post('leave');
  replace = (target: number, level: string) => this.#post('replace', { target, level });
  resume = () => this.#post('resume');
  close = () => this.#post('close');
  returnKey = () => this.#post<ReturnKey>('return-key');
  deviceLink = () => this.#post<DeviceLink>('devices/link');
  removeDevice = (id: string) => this.#post<DeviceList>('devices/remove', { id });
  rename = (name: string) => this.#post('rename', { name });
  setNotifications = (address: string) => this.#post<NotificationInfo>('notifications', { address });
  rematch = () => this.#post<JoinedMatch>('rematch');
}
