/** How titles are called, and when they play. */

export interface TitleWords {
  name: string;
  year: string;
  /** What one plays for, in one sentence. */
  goal: string;
  about: string;
  /** How hard it is to learn, 1 to 3; null where nobody has said so. */
  difficulty: 1 | 2 | 3 | null;
  /** How many can play; the server says so too, but the posters do not wait for it. */
  seats: [number, number] | null;
}

const WORDS: Record<string, TitleWords> = {
  airline: {
    name: 'Airline',
    year: 'Jet age, 1975',
    goal: 'Buy landing rights, link them to your base, take fares, and stay rich while other airlines go broke.',
    difficulty: 1,
    about:
      'A race around the world for two to four: from the prop to the SST, with networks that pay only while they hold together.',
    seats: [2, 4],
  },
  airkwire: {
    name: 'Air-Kwire',
    year: 'Air mail to airliner',
    goal: 'Buy shares of seven airlines, fly their routes, merge them, and be the richest when one has 40 city points.',
    difficulty: 3,
    about:
      'Stocks, routes and mergers across the United States for three to six; whoever holds the most shares sits in the chief’s chair.',
    seats: [3, 6],
  },
  tingoose: {
    name: 'Tin Goose',
    year: 'Thirties to fifties',
    goal: 'Grow an airline through seven rounds of auctions, strikes and crashes, and have the most money at the end.',
    difficulty: 2,
    about:
      'Auctions and networks for three to five: every fleet brings planes, hazards and a thirst for oil.',
    seats: [3, 5],
  },
  airsteam: {
    name: 'Kings of Air and Steam',
    year: 'An age that never was',
    goal: 'Plan four flights in secret each round, ship goods to cities that want them, and end with the most cash and depots.',
    difficulty: 2,
    about:
      'Plan four moves ahead in secret, carry goods by airship and ship them on everyone’s rails. Two to six players.',
    seats: [2, 6],
  },
};

/** What a bot is at a table: its level and its style, "captain · bold". */
export function botWords({ level, style }: { level: string | null; style: string }): string {
  return [level ?? '', style].filter(Boolean).join(' · ');
}

/** The name without the mark that every bot's name ends with. */
export const withoutMark = (name: string): string => name.replace(/ \(bot\)$/, '');

/** Why a game is over, where the server's short name says too little. */
const ENDINGS: Record<string, string> = {
  agreement: 'ended by agreement, counted as it stood',
  agreed: 'ended by vote',
  rounds: 'the last round was played',
  round_limit: 'the last round was played',
  'round limit': 'the last round was played',
  'last player': 'everybody else is out of the game',
  'short game': 'the short game was played to its end',
  points: 'an airline reached the last of the city points',
  exhausted: 'a whole round without cards, trades or routes',
  stalled: 'nobody had created a route for long',
};

export function endingOf(reason: string): string {
  return ENDINGS[reason] ?? reason.replaceAll('_', ' ');
}

/** How hard a title is to learn, in words. */
export const DIFFICULTY = { 1: 'easy', 2: 'medium', 3: 'hard' } as const;

/** The titles of the package, in the order of the lobby: from easy to hard. */
export const OWN = Object.keys(WORDS).sort(
  (one, other) => (WORDS[one]?.difficulty ?? 4) - (WORDS[other]?.difficulty ?? 4),
);

export function wordsOf(title: string): TitleWords {
  return WORDS[title] ?? { name: title, year: '', goal: '', about: '', difficulty: null, seats: null };
}
