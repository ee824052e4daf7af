/** "$1,200", "−$30", "$20M": the sign before the unit, thousands apart. */
export function money(amount: number, unit = '$', after = ''): string {
  return `${amount < 0 ? '−' : ''}${unit}${Math.abs(amount).toLocaleString('en-US')}${after}`;
}
