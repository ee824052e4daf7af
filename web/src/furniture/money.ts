/** "$1,200", "−$30": the sign before the unit, thousands apart. */
export function money(amount: number, unit = '$'): string {
  return `${amount < 0 ? '−' : ''}${unit}${Math.abs(amount).toLocaleString('en-US')}`;
}
