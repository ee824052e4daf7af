/** The options of a table in words. */

/** The options whose value is a seat. */
const SEATS = ['banker'];

export function optionInWords(name: string, value: unknown, players: { name: string }[]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const seat = SEATS.includes(name) && typeof value === 'number' ? players[value] : undefined;
  return seat ? seat.name : String(value).replaceAll('_', ' ');
}
