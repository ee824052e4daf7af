/** One table as this browser sees it: the room from the server, kept up to date by the stream. */

import { MatchApi, ApiError } from '../api/client';
import type {
  ChatMessage,
  Description,
  Choice,
  ChoiceOutcome,
  LogLineInfo,
  PositionView,
  PresenceUpdate,
  Room,
  SeatInfo,
  MatchUpdate,
  View,
} from '../api/types';
import type { GameEvent, Player } from '../boards/board';
import { inkOn, paintOf, shapeOf } from '../furniture/seats';
import { calledBy, inNames, type Called } from './called';
import { SeatNotes } from './notes.svelte';
import { pending, type Answer } from './pending';
import { settings } from './settings.svelte';

/** When an undo leaves fewer lines than these, the page before them is fetched at once. */
const FEW_LINES = 30;

export type Line = 'live' | 'connecting' | 'reconnecting';

/** `dealt`: colours that a title gives out in the match itself, by seat. */
export function playersOf(
  seats: Pick<SeatInfo, 'seat' | 'colour' | 'kind' | 'name'>[],
  mine: number[],
  actors: number[],
  dealt: (string | null | undefined)[] = [],
  dark = false,
): Player[] {
  return seats.map((info) => {
    const colour = dealt[info.seat] ?? info.colour;
    const paint = paintOf(colour, info.seat, dark);
    return {
      seat: info.seat,
      name: info.name || info.colour,
      colour: colour.charAt(0).toUpperCase() + colour.slice(1),
      paint,
      ink: inkOn(paint),
      shape: shapeOf(info.seat),
      kind: info.kind,
      mine: mine.includes(info.seat),
      acting: actors.includes(info.seat),
    };
  });
}

/** The colours as the view names them player by player: Kings of Air and Steam deals them in the match itself. */
export function dealtIn(view: Record<string, unknown>): (string | null | undefined)[] {
  const { players } = view;
  return Array.isArray(players) ? players.map((one: { colour?: string | null }) => one.colour) : [];
}

/** The log after an update: undone lines go, new ones come, none comes twice. */
export function mergeLog(log: LogLineInfo[], update: Pick<MatchUpdate, 'log' | 'rewound_to'>): LogLineInfo[] {
  const to = update.rewound_to;
  const kept = to === null || to === undefined ? log : log.filter((line) => line.position <= to);
  const known = new Set(kept.map((line) => line.id));
  return [...kept, ...update.log.filter((line) => !known.has(line.id))];
}

/** After so long a busy machine is asked again. */
const BUSY_MS = 3000;

/** The old object where the new one says the same. */
const keepSame = <T>(old: T, now: T): T => (JSON.stringify(old) === JSON.stringify(now) ? old : now);

const MOST_DESCRIPTIONS = 400;

/** A description with the names of people where the title calls seats by colour. */
const nameSeats = (found: Description, called: Called): Description => ({
  ...found,
  name: called(found.name),
  kind: called(found.kind),
  text: called(found.text),
  lines: (found.lines ?? []).map(({ figure, text }) => ({ figure: called(figure), text: called(text) })),
});

/** New lines at the end; one that is there already was changed: it was removed. */
export function mergeChat(chat: ChatMessage[], news: ChatMessage[]): ChatMessage[] {
  const changed = new Map(news.map((line) => [line.id, line]));
  const kept = chat.map((line) => changed.get(line.id) ?? line);
  const last = chat.at(-1)?.id ?? 0;
  return [...kept, ...news.filter((line) => line.id > last)];
}

export class RoomState {
  room = $state.raw<Room | null>(null);
  previous = $state.raw<View | null>(null);
  events = $state.raw<GameEvent[]>([]);
  beat = $state(0);
  line = $state<Line>('connecting');
  sending = $state(false);
  /** The last thing that went wrong, in words, with its rule. */
  error = $state.raw<{ text: string; rule: string } | null>(null);
  missing = $state('');
  /** What the choices of the question bring, in their order; empty until it is known. */
  outcomes = $state.raw<ChoiceOutcome[]>([]);
  #outcomesOf = -1;
  /** What I had in cash when I last answered, by the board's own reckoning. */
  purseThen = $state<number | null>(null);
  /** Reads a seat's cash out of a view; the title's board says how. */
  purse: ((view: View, seat: number) => number | null) | null = null;
  /** Whether my choices are to be judged by a coach, and what is told of each. */
  coach: { wanted: () => boolean; chose: (isJudged: boolean) => void } | null = null;
  /** The moment of history on show; null is now. */
  past = $state.raw<PositionView | null>(null);
  readonly api: MatchApi;
  #source: EventSource | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #waits = 0;
  #moments = new Map<number, PositionView>();
  #notes = new Map<number, SeatNotes>();
  #descriptions = new Map<string, Description | null>();
  #closed = false;
  #wanted: number | null = null;
  /** The answer that is on its way: a stream that opens meanwhile does not send it again. */
  #sent: Answer | null = null;
  /** The version that holds my last answer. */
  #awaited = 0;
  /** The server itself ended or refused the stream: whether this device still has a place is asked anew. */
  #refused = false;
  #online = () => this.#reconnect(0);
  #offline = () => this.#lost();

  constructor(id: string, seat: number | null) {
    this.api = new MatchApi(id, seat);
    window.addEventListener('online', this.#online);
    window.addEventListener('offline', this.#offline);
  }

  view = $derived((this.past?.view ?? this.room?.view ?? null) as View | null);
  // As text, so that a question is put into names anew only when a name or the question changes.
  #names = $derived(JSON.stringify((this.room?.seats ?? []).map(({ colour, name }) => [colour, name])));
  called = $derived(calledBy(JSON.parse(this.#names) as [string, string][]));
  #question = $derived(this.room?.question ?? null);
  /** What is asked of me, also while the answer is on its way. */
  asked = $derived(this.#question && inNames(this.#question, this.called));
  outOfTurn = $derived(this.past || this.sending ? [] : inNames(this.room?.out_of_turn ?? [], this.called));
  question = $derived(this.past || this.sending ? null : this.asked);
  log = $derived(this.room?.log ?? []);
  /** A line of the log with names; what the table itself says ("Ann sits down as Red") has them already. */
  read = (line: LogLineInfo): string => (line.rule ? this.called(line.text) : line.text);
  // A table that agreed to end its game asks nobody, though the rules still would.
  actors = $derived(
    (this.room?.status === 'over' ? [] : ((this.room?.view as View | undefined)?.actors ?? [])) as number[],
  );
  players = $derived(
    this.room
      ? playersOf(this.room.seats, this.room.me.seats, this.actors, dealtIn(this.room.view), settings.dark)
      : [],
  );
  me = $derived(this.room?.me.seat ?? null);
  /** What I write down for myself; every seat of a shared screen has its own. */
  notes = $derived(this.me === null ? null : this.#notesOf(this.me));

  async open(): Promise<void> {
    try {
      this.room = await this.api.room();
      this.api.seat = this.room.me.seat;
      this.missing = '';
      this.#refused = false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // 421: the address by which this page came is closed for now, as a local network can be.
      const isAway = error.status === 0 || error.status >= 500 || (error.status === 421 && this.room);
      if (isAway || error.status === 429) return this.#reconnect();
      this.missing = this.room ? 'This device no longer has a place at this table.' : error.message;
      this.#stop();
      return;
    }
    this.#listen();
    void this.#resend();
  }

  /** Another seat of this browser takes the screen. */
  async sit(seat: number): Promise<void> {
    this.#stop();
    this.api.seat = seat;
    this.#forget();
    await this.open();
  }

  #notesOf(seat: number): SeatNotes {
    const notes = this.#notes.get(seat) ?? new SeatNotes(new MatchApi(this.api.id, seat));
    this.#notes.set(seat, notes);
    return notes;
  }

  close(): void {
    this.#closed = true;
    for (const notes of this.#notes.values()) notes.close();
    this.#stop();
    window.removeEventListener('online', this.#online);
    window.removeEventListener('offline', this.#offline);
  }

  #forget(): void {
    this.previous = null;
    this.events = [];
    this.past = null;
    this.#moments.clear();
    this.#descriptions.clear();
  }

  #stop(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = null;
  }

  #listen(): void {
    this.#stop();
    if (this.#closed || !this.room) return;
    const source = this.api.events(this.room.version);
    this.#source = source;
    source.addEventListener('open', () => {
      this.line = 'live';
      this.#waits = 0;
      void this.#resend();
    });
    source.addEventListener('update', (event) => {
      this.line = 'live';
      this.apply(JSON.parse(event.data as string) as MatchUpdate);
    });
    source.addEventListener('presence', (event) => {
      const { seats, pause_reason } = JSON.parse(event.data as string) as PresenceUpdate;
      if (this.room) this.room = { ...this.room, seats, pause_reason };
    });
    source.addEventListener('reset', () => void this.refresh());
    source.addEventListener('bye', () => this.#reconnect(400));
    source.addEventListener('error', () => {
      this.#refused = source.readyState === EventSource.CLOSED;
      this.#lost();
    });
  }

  #lost(): void {
    this.#sent = null; // whether it arrived nobody knows
    this.#reconnect();
  }

  #reconnect(delay = Math.min(8000, 500 * 2 ** this.#waits++)): void {
    if (this.#closed) return;
    this.line = 'reconnecting';
    this.#stop();
    this.#retry = setTimeout(() => (this.room && !this.#refused ? this.#listen() : void this.open()), delay);
  }

  /** The page of the log before what is here, if there is one. */
  loadEarlierLog = async (): Promise<void> => {
    const before = this.room?.earlier_log ?? null;
    if (before === null) return;
    const page = await this.attempt(() => this.api.logPage(before));
    // An undo may have come meanwhile, or another seat: only what still fits is put in front.
    if (!page || this.room?.earlier_log !== before) return;
    const next = mergeLog(page.lines, { log: this.room.log, rewound_to: null });
    this.room = { ...this.room, log: next, earlier_log: page.earlier };
  };

  /** The page of the chat before what is here, if there is one. */
  loadEarlierChat = async (): Promise<void> => {
    const before = this.room?.earlier_chat ?? null;
    if (before === null) return;
    const page = await this.attempt(() => this.api.chatPage(before));
    if (!page || this.room?.earlier_chat !== before) return;
    this.room = { ...this.room, chat: [...page.messages, ...this.room.chat], earlier_chat: page.earlier };
  };

  apply(update: MatchUpdate): void {
    const room = this.room;
    if (!room || update.version <= room.version) return;
    const next: Room = {
      ...room,
      version: update.version,
      seq: update.seq,
      position: update.position,
      status: update.status,
      log: mergeLog(room.log, update),
      chat: mergeChat(room.chat, update.chat),
    };
    if (update.rewound_to !== null) {
      this.#moments.clear();
      this.#descriptions.clear();
    }
    if (update.is_latest) {
      // A chat line brings the same question again: what is picked of it stays picked.
      next.question = keepSame(room.question, update.question);
      next.out_of_turn = keepSame(room.out_of_turn, update.out_of_turn);
      if (update.seats) next.seats = update.seats;
      if (update.standing_orders) next.standing_orders = update.standing_orders;
      if (update.undo) next.undo = update.undo;
      if (update.votes) next.votes = update.votes;
      if (update.end_proposal) next.end_proposal = update.end_proposal;
      next.clocks = update.clocks ?? next.clocks;
      next.result = update.result;
      next.rematch = update.rematch ?? next.rematch;
      next.rematch_by = update.rematch_by ?? next.rematch_by;
      next.rematch_seats = update.rematch_seats ?? next.rematch_seats;
      next.lesson = update.lesson;
      next.listing = update.listing;
      if (update.view) {
        const moved = update.position !== room.position || update.rewound_to !== null;
        next.view = update.view;
        if (moved) {
          this.previous = update.rewound_to === null ? (room.view as unknown as View) : null;
          this.events = update.events as GameEvent[];
          this.beat += 1;
        }
      }
      if (this.#isAnswered(next)) this.sending = false;
    }
    this.room = next;
    if (next.log.length < FEW_LINES) void this.loadEarlierLog();
  }

  /** Others' news may arrive while an answer is on its way: the question is open again only after one's own. */
  #isAnswered(next: Room): boolean {
    if (this.#sent) return next.question?.seq !== this.#sent.seq;
    return next.version >= this.#awaited;
  }

  async answer(action: Record<string, unknown>): Promise<boolean> {
    if (!this.room || this.sending) return false;
    if (this.purse && this.me !== null)
      this.purseThen = this.purse(this.room.view as unknown as View, this.me);
    const answer: Answer = { seat: this.api.seat, seq: this.room.question?.seq ?? this.room.seq, action };
    this.error = null;
    this.sending = true;
    pending.keep(this.api.id, answer);
    return this.#send(answer);
  }

  choose = (choice: Choice): void => void this.answer(choice.action);

  async #send(answer: Answer): Promise<boolean> {
    this.#sent = answer;
    try {
      const done = await this.api.act(answer.seq, answer.action, this.coach?.wanted());
      this.coach?.chose(done.is_judged);
      // The news came first, and the next person at this screen has answered meanwhile.
      if (this.#sent && this.#sent !== answer) return true;
      pending.drop(this.api.id);
      this.#awaited = done.version;
      if (this.room && this.room.version >= done.version) this.sending = false;
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 0 || error.status === 503) {
        // The answer stays in hand; the stream's return sends it again, and the server knows a repeat.
        this.#lost();
        return false;
      }
      pending.drop(this.api.id);
      this.sending = false;
      this.error = { text: error.message, rule: error.problem.rule ?? '' };
      if (error.status === 409) await this.refresh();
      return false;
    } finally {
      if (this.#sent === answer) this.#sent = null;
    }
  }

  async #resend(): Promise<void> {
    const answer = pending.of(this.api.id);
    if (!answer || answer.seat !== this.api.seat || this.#sent) return;
    if (this.room?.question?.seq !== answer.seq) {
      pending.drop(this.api.id);
      this.sending = false;
      return;
    }
    this.sending = true;
    await this.#send(answer);
  }

  /** Asks what the choices of the present question bring. Without an answer they are shown without. */
  async foresee(): Promise<void> {
    const seq = this.room?.question?.seq ?? -1;
    if (seq === this.#outcomesOf) return;
    this.#outcomesOf = seq;
    this.outcomes = [];
    if (seq < 0 || (this.room?.question?.choices ?? []).length === 0) return;
    try {
      const found = await this.api.outcomes();
      if (found.seq === this.room?.question?.seq) this.outcomes = inNames(found.outcomes, this.called);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The machine is busy: asked again while the question stands.
      if (error.status === 503 && seq === this.#outcomesOf && !this.#closed)
        setTimeout(() => {
          if (seq !== this.#outcomesOf) return;
          this.#outcomesOf = -1;
          void this.foresee();
        }, BUSY_MS);
    }
  }

  /** What a place or thing is and means for me, now or in the moment on show; null where that is not known. */
  async describe(where: Record<string, unknown>, isWanted: () => boolean): Promise<Description | null> {
    if (this.room === null || this.room.status === 'waiting') return null;
    const past = this.past?.position ?? null;
    const key = `${past ?? `now ${this.room.version}`} ${JSON.stringify(where)}`;
    const known = this.#descriptions.get(key);
    if (known !== undefined) return known && nameSeats(known, this.called);
    try {
      const { description } = await this.api.description(where, past);
      if (this.#descriptions.size > MOST_DESCRIPTIONS) this.#descriptions.clear();
      this.#descriptions.set(key, description);
      return description && nameSeats(description, this.called);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 503) return null;
      // The machine is busy: asked again while somebody still points there.
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
      return isWanted() && !this.#closed ? this.describe(where, isWanted) : null;
    }
  }

  /** Everything anew, when the client lost its place. */
  async refresh(): Promise<void> {
    this.#stop();
    await this.open();
  }

  /** Does something other than answering; shows what went wrong. */
  async attempt<T>(doing: () => Promise<T>): Promise<T | null> {
    this.error = null;
    try {
      return await doing();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = { text: error.message, rule: error.problem.rule ?? '' };
      return null;
    }
  }

  /** Shows the table as it was after `position` actions; the latest wish wins. */
  async show(position: number | null): Promise<void> {
    const room = this.room;
    if (!room || position === null || position >= room.position) {
      this.#wanted = null;
      this.past = null;
      return;
    }
    const to = Math.max(0, position);
    this.#wanted = to;
    const moment = this.#moments.get(to) ?? (await this.attempt(() => this.api.position(to)));
    if (!moment || this.#wanted !== to) return;
    this.#moments.set(to, moment);
    this.past = moment;
  }
}
