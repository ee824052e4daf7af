/** How titles are called, and when they play. */

export interface TitleWords {
  name: string;
  year: string;
  line: string;
  about: string;
  /** How many can play; the server says so too, but the posters do not wait for it. */
  seats: [number, number] | null;
}

const WORDS: Record<string, TitleWords> = {
  airline: {
    name: 'Airline',
    year: 'Jet age, 1975',
    line: 'Land, buy the rights, join your cities, raise the fare.',
    about:
      'A race around the world for two to four: from the prop to the SST, with networks that pay only while they hold together.',
    seats: [2, 4],
  },
  airkwire: {
    name: 'Air-Kwire',
    year: 'Air mail to airliner',
    line: 'Seven airlines, none of them yours — until you hold the most shares.',
    about:
      'Stocks, routes and mergers across the United States for three to six; whoever holds the most shares sits in the chief’s chair.',
    seats: [3, 6],
  },
  tingoose: {
    name: 'Tin Goose',
    year: 'Thirties to fifties',
    line: 'Bid for fleets, outlive strikes and crashes, fly abroad first.',
    about:
      'Auctions and networks for three to five: every fleet brings planes, hazards and a thirst for oil.',
    seats: [3, 5],
  },
  airsteam: {
    name: 'Kings of Air and Steam',
    year: 'An age that never was',
    line: 'Airships above, railways below, and a market that will not wait.',
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
};

export function endingOf(reason: string): string {
  return ENDINGS[reason] ?? reason.replaceAll('_', ' ');
}

/** The titles of the package, in the order of the lobby. */
export const OWN = Object.keys(WORDS);

export function wordsOf(title: string): TitleWords {
  return WORDS[title] ?? { name: title, year: '', line: '', about: '', seats: null };
}
