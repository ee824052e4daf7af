import type { Attachment } from 'svelte/attachments';

const NEAR = 40;

/** A list that grows at its end stays there, whatever its size becomes, until somebody scrolls up to read. */
export function follow(
  calm: () => boolean,
  tell: (following: boolean) => void = () => {},
): Attachment<HTMLElement> {
  return (box) => {
    let following = true;
    let last = 0;
    const toEnd = (behavior: ScrollBehavior) => {
      if (following) box.scrollTo({ top: box.scrollHeight, behavior });
    };
    const scrolled = () => {
      const before = following;
      const near = box.scrollTop + box.clientHeight > box.scrollHeight - NEAR;
      // On its way down it may be overtaken by new lines: only a way up is somebody's wish.
      following = near || (following && box.scrollTop >= last);
      last = box.scrollTop;
      if (following !== before) tell(following);
    };
    box.addEventListener('scroll', scrolled, { passive: true });
    const size = new ResizeObserver(() => toEnd('instant'));
    size.observe(box);
    const lines = new MutationObserver(() => toEnd(calm() ? 'instant' : 'smooth'));
    lines.observe(box, { childList: true });
    return () => {
      box.removeEventListener('scroll', scrolled);
      size.disconnect();
      lines.disconnect();
    };
  };
}
