/** Tells a person who looks elsewhere that the table waits for them. */

import { settings } from '../state/settings.svelte';

let told = '';

/** Once for each question, while the page is out of sight. */
export function notifyTurn(table: string, seq: number, title: string, ask: string): void {
  const question = `${table}.${seq}`;
  if (question === told || !document.hidden || !settings.now.notify) return;
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  told = question;
  const notice = new Notification(`${title}: your move`, {
    body: ask,
    tag: `aerodrome-${table}`,
    icon: '/favicon.svg',
    data: question,
  });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/** The sign in the browser's tab: the emblem, with a dot while it is my move. */
export function showSign(mine: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link) link.href = mine ? '/favicon-turn.svg' : '/favicon.svg';
}
