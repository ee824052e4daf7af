import type { Attachment } from 'svelte/attachments';
import { tick } from 'svelte';

const NEAR_TOP = 60;

/** A list whose older part comes when somebody scrolls up to it; what was in sight stays where it was. */
export function loadEarlier(load: () => Promise<void>): Attachment<HTMLElement> {
  return (box) => {
    let loading = false;
    const scrolled = async () => {
      if (loading || box.scrollTop > NEAR_TOP || box.scrollHeight <= box.clientHeight) return;
      loading = true;
      const fromEnd = box.scrollHeight - box.scrollTop;
      await load();
      await tick();
      const top = box.scrollHeight - fromEnd;
      if (top > box.scrollTop) box.scrollTop = top;
      loading = false;
    };
    box.addEventListener('scroll', scrolled, { passive: true });
    return () => box.removeEventListener('scroll', scrolled);
  };
}
