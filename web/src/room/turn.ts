/** Tells a person who looks elsewhere that the table waits for them. */

import { settings } from '../state/settings.svelte';

let told = -1;

export function notifyTurn(seq: number, title: string, ask: string): void {
  if (seq === told || !document.hidden || !settings.now.notify) return;
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  told = seq;
  const notice = new Notification(`${title}: your move`, {
    body: ask,
    tag: 'aerodrome-turn',
    icon: '/favicon.svg',
  });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
