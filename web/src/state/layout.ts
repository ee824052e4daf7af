/**
 * How the room is laid out; decided by the window alone. Wide: rail beside the board, hand under it. Tablet: rail under
 * the board. Phone: rail as a sheet. Low (a phone on its side, a window enlarged to 200 %): rail beside, little else.
 */
export type Layout = 'wide' | 'tablet' | 'phone' | 'low';

export function layoutOf(width: number, height: number): Layout {
  if (height < 600 && width >= 600) return 'low';
  if (width < 700) return 'phone';
  if (width >= 1180 || (width >= 900 && width > height)) return 'wide';
  return height >= 950 ? 'tablet' : 'low';
}
