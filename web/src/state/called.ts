/** The rulebooks call seats by colour ("Red buys Rome"); people at a table know each other by name. */

import { withoutMark } from './names';

export type Called = (text: string) => string;

/** What is said in words; everything else, such as an action, goes back to the server as it came. */
const SAID = new Set([
  'ask',
  'label',
  'detail',
  'group',
  'confirm',
  'why',
  'say',
  'text',
  'reason',
  'description',
  'brings',
  'piece',
  'warning',
  'phase',
  'heading',
  'note',
  'mine',
  'better',
  'mine_reason',
  'better_reason',
]);
const MUTE = new Set(['action', 'where', 'key']);

/** Puts names where seats are called by colour: pairs of colour and name. */
export function calledBy(names: [string, string][]): Called {
  const known = new Map(names.map(([colour, name]) => [colour, withoutMark(name) || colour]));
  if (known.size === 0) return (text) => text;
  const colours = new RegExp(`\\b(?:${[...known.keys()].join('|')})\\b`, 'g');
  return (text) => text.replace(colours, (colour) => known.get(colour) ?? colour);
}

/** The same with all its words in names. */
export function inNames<T>(told: T, called: Called): T {
  if (Array.isArray(told)) return told.map((one: unknown) => inNames(one, called)) as T;
  if (told === null || typeof told !== 'object') return told;
  const named = Object.entries(told).map(([key, value]: [string, unknown]) => {
    if (MUTE.has(key)) return [key, value];
    if (typeof value === 'string') return [key, SAID.has(key) ? called(value) : value];
    if (key === 'lines' || key === 'earlier') return [key, (value as string[]).map(called)];
    return [key, inNames(value, called)];
  });
  return Object.fromEntries(named) as T;
}
