/** On which side of its dot a city's name reads best on the house edition's map; others stand above. */

export const BELOW = new Set(['los_angeles', 'lima', 'sydney', 'nairobi', 'colombo', 'tashkent']);
export const RIGHT = new Set(['tokyo', 'honolulu', 'new_york', 'rio_de_janeiro', 'mexico_city']);
export const LEFT = new Set(['casablanca', 'vancouver', 'baghdad']);
/** Cities better known by other letters than their first three. */
export const CODES: Record<string, string> = { new_york: 'NYC', los_angeles: 'LAX' };
