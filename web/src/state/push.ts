/** This browser as a place where its person is told: the service worker, the push subscription, the number on the icon. */

import type { PushSubscriptionRequest } from '../api/types';

export const WORKER = '/service-worker.js';

/** Why this browser cannot have pushes, in words; empty when it can. */
export function whyNoPush(): string {
  if (!window.isSecureContext)
    return 'Browsers allow this only over https, or on the machine where the server runs.';
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return '';
  return /iPhone|iPad/.test(navigator.userAgent)
    ? 'On iPhone and iPad, put Aerodrome on the home screen first (Share, then “Add to Home Screen”) and open it there.'
    : 'This browser has no push.';
}

/** For people who want notices, and in the installed app: everybody else needs no service worker. */
export async function registerWorker(): Promise<void> {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
  } catch {
    // The page works without it; turning push on says what is wrong.
  }
}

export function registerWorkerIfInstalled(): void {
  if (window.matchMedia('(display-mode: standalone)').matches) void registerWorker();
}

async function manager(): Promise<PushManager> {
  return (await navigator.serviceWorker.ready).pushManager;
}

const encode = (buffer: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

export function decodeKey(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** Asks the browser for a subscription. Throws an Error whose message is for people. */
export async function subscribe(pushKey: string): Promise<PushSubscriptionRequest> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('The browser does not allow notices of this site: its settings say so.');
  let made: PushSubscription;
  try {
    const applicationServerKey = decodeKey(pushKey);
    made = await (await manager()).subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch {
    throw new Error('The browser’s push service cannot be reached, or it refuses.');
  }
  return {
    endpoint: made.endpoint,
    p256dh: encode(made.getKey('p256dh')),
    auth: encode(made.getKey('auth')),
  };
}

/** SHA-256 of this browser's own endpoint, by which the server's list names it; empty without a subscription. */
export async function ownEndpointHash(): Promise<string> {
  if (whyNoPush() || !(await navigator.serviceWorker.getRegistration())) return '';
  const own = await (await manager()).getSubscription();
  if (!own) return '';
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(own.endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function unsubscribe(): Promise<void> {
  if (whyNoPush() || !(await navigator.serviceWorker.getRegistration())) return;
  await (await (await manager()).getSubscription())?.unsubscribe();
}

/** How many tables wait for me, on the icon of the installed app. */
export function showBadge(waiting: number): void {
  if (!('setAppBadge' in navigator)) return;
  void (waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => undefined);
}

/** The table is open: what told of it on this device goes away. */
export async function dismissNotices(path: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('Notification' in window)) return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const shown of (await worker?.getNotifications({ tag: `aerodrome-${path}` })) ?? []) shown.close();
}
