/** The lowest and highest value of all lines, never the same, zero included when near. */
export function extent(lines: (number | null)[][]): [number, number] {
  const all = lines.flat().filter((v): v is number => v !== null);
  if (all.length === 0) return [0, 1];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const low = least > 0 && least < most * 0.6 ? 0 : least;
  return low === most ? [low - 1, most + 1] : [low, most];
}

/** Three to six round numbers between two values. */
export function ticks(low: number, high: number): number[] {
  const raw = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (raw / power >= 5 ? 10 : raw / power >= 2 ? 5 : raw / power >= 1 ? 2 : 1);
  const first = Math.ceil(low / step) * step;
  return Array.from(
    { length: Math.floor((high - first) / step) + 1 },
    (_, i) => +(first + i * step).toFixed(6),
  );
}

/** Places near the wanted ones that keep a distance from each other, in the order given, within bounds. */
export function spread(wanted: number[], apart: number, least: number, most: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const places = [...wanted];
  let free = least;
  for (const i of order) {
    places[i] = Math.max(places[i] ?? 0, free);
    free = (places[i] ?? 0) + apart;
  }
  let limit = most;
  for (const i of order.reverse()) {
    places[i] = Math.min(places[i] ?? 0, limit);
    limit = (places[i] ?? 0) - apart;
  }
  return places;
}
