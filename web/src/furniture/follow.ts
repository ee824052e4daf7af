import type { Attachment } from 'svelte/attachments';

const NEAR = 40;
/** A scroll this soon after wheel, finger, key or press is the person's own. */
const OWN_MS = 400;

/**
 * A list that grows at its end stays there, whatever its size becomes, until somebody scrolls up to read. Lines that
 * go at its top or its end move it too: only what a hand did is somebody's wish.
 */
export function follow(
  calm: () => boolean,
  tell: (following: boolean) => void = () => {},
): Attachment<HTMLElement> {
  return (box) => {
    let following = true;
    let touched = -Infinity;
    const toEnd = (behavior: ScrollBehavior) => {
      if (following) box.scrollTo({ top: box.scrollHeight, behavior });
    };
    const byHand = () => (touched = performance.now());
    const scrolled = () => {
      const before = following;
      const near = box.scrollTop + box.clientHeight > box.scrollHeight - NEAR;
      following = near || (following && performance.now() - touched > OWN_MS);
      if (following !== before) tell(following);
    };
    const HANDS = ['wheel', 'touchmove', 'keydown', 'pointerdown'];
    HANDS.forEach((type) => box.addEventListener(type, byHand, { passive: true }));
    box.addEventListener('scroll', scrolled, { passive: true });
    /** Something else leads to a place further up: history, a link. */
    const led = () => {
      following = false;
      tell(false);
    };
    box.addEventListener('lead', led);
    const size = new ResizeObserver(() => toEnd('instant'));
    size.observe(box);
    const lines = new MutationObserver(() => toEnd(calm() ? 'instant' : 'smooth'));
    lines.observe(box, { childList: true });
    return () => {
      HANDS.forEach((type) => box.removeEventListener(type, byHand));
      box.removeEventListener('scroll', scrolled);
      box.removeEventListener('lead', led);
      size.disconnect();
      lines.disconnect();
    };
  };
}
