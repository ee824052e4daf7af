/** A merger or a payout as a sequence of steps that can be told, and told again. */

import type { AirkwireView } from '../../api/views/airkwire';
import type { GameEvent } from '../board';
import type { Printed } from './printed';

/** What the map shows while a step is told. */
export interface Scene {
  airlines: string[];
  cities: string[];
}

/** Above this line of the map, and below that one, a story lies over the hexes. */
const NORTH = 190;
const SOUTH = 390;

/** Where a story is told: never over the cities, by how far down they lie, that are asked about. */
export function placeOfTale(asked: number[]): 'below' | 'above' | 'nowhere' {
  if (!asked.some((y) => y > SOUTH)) return 'below';
  return asked.some((y) => y < NORTH) ? 'nowhere' : 'above';
}

export interface Payment {
  seat: number;
  amount: number;
  /** What for: "most shares", "3 sold". */
  why: string;
}

export interface Step extends Scene {
  /** The event itself. */
  type: string;
  words: string;
  payments: Payment[];
}

export interface Story {
  kind: 'merger' | 'payout';
  /** Airline that acts and airline it happens to; a payout has neither. */
  acquirer: string;
  defunct: string;
  events: GameEvent[];
}

const BEGINS: Record<string, Story['kind']> = { took_over: 'merger', paid: 'payout', not_paid: 'payout' };
const GOES_ON: Record<Story['kind'], string[]> = {
  merger: ['home_taken', 'disposed', 'replaced', 'forfeited', 'inherited'],
  payout: ['paid', 'not_paid', 'dropped', 'rose'],
};

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown) => (typeof value === 'number' ? value : 0);
const list = <T>(value: unknown) => (Array.isArray(value) ? (value as T[]) : []);

/** The stories after more has happened: a new one for a takeover and for a payout, else the last of its kind goes on. */
export function told(stories: readonly Story[], events: readonly GameEvent[]): Story[] {
  let now = [...stories];
  let paying = false;
  for (const event of events) {
    const kind = BEGINS[event.type];
    const fresh = kind === 'merger' || (kind === 'payout' && !paying);
    if (kind && fresh) {
      const begun: Story = {
        kind,
        acquirer: text(event['acquirer']),
        defunct: text(event['defunct']),
        events: [event],
      };
      now = [...now.filter((story) => story.kind !== kind), begun];
    } else {
      now = now.map((story) =>
        GOES_ON[story.kind].includes(event.type) ? { ...story, events: [...story.events, event] } : story,
      );
    }
    if (kind === 'payout') paying = true;
  }
  return now;
}

/** Without what was taken back: a takeover that is not, shares that are still to be disposed of. */
export function standing(stories: readonly Story[], view: AirkwireView): Story[] {
  const merger = view.merger;
  if (merger && !stories.some((story) => story.defunct === merger.defunct)) {
    // It began before this page was opened.
    const { acquirer, defunct } = merger;
    const begun: Story = {
      kind: 'merger',
      acquirer,
      defunct,
      events: [{ type: 'merging', acquirer, defunct }],
    };
    return [...stories.filter((story) => story.kind !== 'merger'), begun];
  }
  return stories.flatMap((story): Story[] => {
    if (story.kind !== 'merger') return [story];
    const going = view.merger?.defunct === story.defunct;
    if (!going) return view.airlines[story.defunct]?.status === 'defunct' ? [story] : [];
    const still = new Set(view.merger?.disposing);
    const kept = story.events.filter(
      (event) =>
        event.type !== 'inherited' && !(event.type === 'disposed' && still.has(number(event['seat']))),
    );
    return [kept.length === story.events.length ? story : { ...story, events: kept }];
  });
}

/** The steps of a story in words, each with its payments and what it is about on the map. */
export function stepsOf(story: Story, board: Printed): Step[] {
  const short = (id: unknown) => board.airlines.find((one) => one.id === id)?.short ?? text(id);
  const city = (id: unknown) => board.cities.find((one) => one.id === id)?.name ?? text(id);
  const craft = (id: unknown) => board.aircraft.find((one) => one.id === id)?.name ?? '';
  const many = (ids: unknown) => list<string>(ids).map(city).join(', ');
  return story.events.flatMap((event): Step[] => {
    const { type } = event;
    const both = [text(event['acquirer']), text(event['defunct'])].filter(Boolean);
    const step = (
      words: string,
      cities: unknown[] = [],
      payments: Payment[] = [],
      airlines = both,
    ): Step => ({
      type,
      words,
      payments,
      airlines,
      cities: cities.map(text).filter(Boolean),
    });
    const each = (seats: unknown, amount: unknown, why: string): Payment[] =>
      list<number>(seats).map((seat) => ({ seat, amount: number(amount), why }));
    switch (type) {
      case 'merging':
        return [step(`${short(event['acquirer'])} takes over ${short(event['defunct'])}`)];
      case 'took_over':
        return [
          step(
            `${short(event['acquirer'])} takes over ${short(event['defunct'])} at ${city(event['city'])}`,
            [event['city']],
          ),
          step(
            `Bonuses for the shareholders of ${short(event['defunct'])}`,
            [],
            [
              ...each(event['first'], event['first_bonus'], 'most shares'),
              ...each(event['second'], event['second_bonus'], 'second most'),
            ],
          ),
        ];
      case 'home_taken': {
        const plane = craft(event['aircraft']);
        const home = city(event['city']);
        return [
          step(plane ? `The home ${home} gets a ${plane}` : `The home ${home} was served already`, [
            event['city'],
          ]),
        ];
      }
      case 'disposed': {
        const [swapped, sold] = [number(event['exchanged']), number(event['sold'])];
        const parts = [
          swapped
            ? `${swapped} ${swapped === 1 ? 'share' : 'shares'} of ${short(event['acquirer'])} by exchange`
            : '',
          sold ? `${sold} sold` : '',
        ].filter(Boolean);
        return [
          step(
            `Shares of ${short(event['defunct'])} are handed in`,
            [],
            [{ seat: number(event['seat']), amount: number(event['amount']), why: parts.join(', ') }],
          ),
        ];
      }
      case 'replaced':
        return [
          step(
            `A ${craft(event['aircraft'])} takes over in ${city(event['city'])}`,
            [event['city']],
            [],
            [text(event['acquirer'])],
          ),
        ];
      case 'forfeited':
        return [
          step(`Given up: ${many(event['cities'])}`, list(event['cities']), [], [text(event['acquirer'])]),
        ];
      case 'inherited':
        return [
          step(
            `${short(event['acquirer'])} now has ${number(event['total'])} points${
              list(event['cities']).length ? `; new: ${many(event['cities'])}` : ''
            }`,
            list(event['cities']),
            [],
            [text(event['acquirer'])],
          ),
        ];
      case 'paid': {
        const amounts = list<number>(event['amounts']);
        return [
          step(
            `${short(event['airline'])} pays $${number(event['rate'])} a share`,
            [],
            list<number>(event['seats']).map((seat, i) => ({ seat, amount: amounts[i] ?? 0, why: '' })),
            [text(event['airline'])],
          ),
        ];
      }
      case 'not_paid':
        return [step(`${short(event['airline'])} pays nothing`, [], [], [text(event['airline'])])];
      case 'dropped':
      case 'rose':
        return [
          step(
            `${short(event['airline'])} ${type === 'rose' ? 'rises' : 'drops'} to $${number(event['now'])}`,
            [],
            [],
            [text(event['airline'])],
          ),
        ];
      default:
        return [];
    }
  });
}
