/**
 * Shows what the server pushes, opens the table, and says plainly that the server cannot be reached.
 * It caches nothing: an update of the program is there at the next visit.
 */

const OFFLINE = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Aerodrome</title>
<body style="margin:0;padding:15vh 1.5rem;background:#f4ecd8;color:#12324a;font:1.1rem/1.5 Georgia,serif;text-align:center">
<h1>The tables cannot be reached</h1>
<p>There is no connection to the server just now. Nothing is lost: what you played is stored there.</p>
<p><a href="" style="color:inherit">Try again</a></p></body></html>`;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  const offline = () => new Response(OFFLINE, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  event.respondWith(fetch(event.request).catch(offline));
});

async function showBadge(waiting) {
  if (typeof waiting !== 'number' || !('setAppBadge' in navigator)) return;
  await (waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => undefined);
}

self.addEventListener('push', (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    // What cannot be read is still a notice: browsers want one for every push.
  }
  const shown = self.registration.showNotification(told.title ?? 'Aerodrome', {
    body: told.body ?? 'A table waits for you.',
    tag: `aerodrome-${told.path ?? ''}`,
    renotify: true,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path: told.path ?? '/', off: told.off ?? '' },
    actions: told.off ? [{ action: 'off', title: 'Turn these off' }] : [],
  });
  event.waitUntil(Promise.all([shown, showBadge(told.waiting)]));
});

/** The table in a window that is open already, or in a new one. */
async function openTable(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === url.pathname);
  if (there) await there.focus();
  else await self.clients.openWindow(url.href);
}

self.addEventListener('notificationclick', (event) => {
  const { path, off } = event.notification.data ?? {};
  event.notification.close();
  if (event.action === 'off' && off) event.waitUntil(fetch(off, { method: 'POST' }));
  else event.waitUntil(openTable(path ?? '/'));
});

const encode = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** The browser made another subscription of its own accord: the server must know it. */
self.addEventListener('pushsubscriptionchange', (event) => {
  const renew = async () => {
    const options = event.oldSubscription?.options;
    const made =
      event.newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
    if (!made) return;
    const keys = { p256dh: encode(made.getKey('p256dh')), auth: encode(made.getKey('auth')) };
    await fetch('/api/notices/push', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Aerodrome': '1' },
      body: JSON.stringify({ endpoint: made.endpoint, ...keys }),
    });
  };
  event.waitUntil(renew());
});
