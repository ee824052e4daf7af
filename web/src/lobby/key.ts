/** The token in what somebody pasted: a whole link, or the token alone; empty when there is none. */
export function tokenOf(pasted: string): string {
  const last = pasted.trim().split('/').at(-1) ?? '';
  return /^[\w~-]{16,64}$/.test(last) ? last : '';
}
