/** On which side of its dot a city's name reads best on the house edition's map; others stand above. */

export const BELOW = new Set(['los_angeles', 'lima', 'sydney', 'nairobi', 'colombo', 'tashkent']);
export const RIGHT = new Set(['tokyo', 'honolulu', 'new_york', 'rio_de_janeiro', 'mexico_city']);
export const LEFT = new Set(['casablanca', 'vancouver', 'baghdad']);
