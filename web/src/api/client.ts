/** The server's calls, one function each. */

import type {
  Acted,
  Created,
  Done,
  Hint,
  ImportMatch,
  Joined,
  Judged,
  Moment,
  NewMatch,
  NoticesInfo,
  Numbers,
  Problem,
  Room,
  Rules,
  Tables,
  Titles,
} from './types';

/** What the server said no with; `detail` may be shown. `status` 0: it could not be reached. */
export class Trouble extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.detail);
  }
}

/** What to show of a trouble with the server; anything else is a fault of this page and flies on. */
export function detailOf(problem: unknown): string {
  if (!(problem instanceof Trouble)) throw problem;
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
    throw new Trouble(0, { code: 'offline', detail: 'The server cannot be reached.' });
  }
  if (!response.ok) throw new Trouble(response.status, await problemOf(response));
  return (await response.json()) as T;
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const data = (await response.json()) as Partial<Problem>;
    return { code: data.code ?? 'error', detail: data.detail ?? response.statusText, ...data };
  } catch {
    return { code: 'error', detail: `The server answered ${response.status}.` };
  }
}

const seatQuery = (seat: number | null) => (seat === null ? '' : `?seat=${seat}`);

export const titles = () => call<Titles>('titles');
export const rules = (title: string) => call<Rules>(`titles/${title}/rules`);
export const tables = () => call<Tables>('tables');
export const create = (match: NewMatch) => call<Created>('matches', match);
export const importMatch = (match: ImportMatch) => call<Created>('matches/import', match);
export const join = (token: string, name: string | null) => call<Joined>('join', { token, name });
export const recordUrl = (id: string) => `/api/matches/${id}/record`;

/** One match's calls, as one of the caller's seats. */
export class MatchApi {
  constructor(
    readonly id: string,
    public seat: number | null,
  ) {}

  #post<T = Done>(what: string, body: Record<string, unknown> = {}): Promise<T> {
    return call<T>(`matches/${this.id}/${what}`, { ...body, seat: this.seat });
  }

  room = () => call<Room>(`matches/${this.id}${seatQuery(this.seat)}`);
  moment = (position: number) => call<Moment>(`matches/${this.id}/at/${position}${seatQuery(this.seat)}`);
  numbers = () => call<Numbers>(`matches/${this.id}/numbers${seatQuery(this.seat)}`);
  notices = () => call<NoticesInfo>(`matches/${this.id}/notices${seatQuery(this.seat)}`);
  events(after: number): EventSource {
    const seat = this.seat === null ? '' : `&seat=${this.seat}`;
    return new EventSource(`/api/matches/${this.id}/events?after=${after}${seat}`);
  }

  act = (seq: number, action: Action) => this.#post<Acted>('actions', { seq, action });
  judge = (action: Action) => this.#post<Judged>('judge', { action });
  hint = () => this.#post<Hint>('hint');
  undo = (what: 'choice' | 'turn') => this.#post('undo', { what });
  undoTo = (to: number) => this.#post('undo', { what: 'position', to });
  vote = (id: number, agree: boolean) => this.#post('vote', { id, agree });
  say = (text: string) => this.#post('chat', { text });
  order = (key: string, given: boolean) => this.#post('orders', { key, given });
  leave = () => this.#post('leave');
  replace = (target: number, level: string) => this.#post('replace', { target, level });
  takeBack = () => this.#post('takeback');
  rename = (name: string) => this.#post('rename', { name });
  setNotices = (address: string) => this.#post<NoticesInfo>('notices', { address });
  rematch = () => this.#post<Created>('rematch');
}
