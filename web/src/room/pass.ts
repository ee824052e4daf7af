/** Several people at one screen: whose turn it is to look. */
export function passTo(
  mine: number[],
  actors: number[],
  shown: number | null,
  status: string,
): number | null {
  if (status === 'over') return shown ?? mine[0] ?? null;
  if (shown !== null && actors.includes(shown)) return shown;
  return mine.find((seat) => actors.includes(seat)) ?? shown ?? mine[0] ?? null;
}
