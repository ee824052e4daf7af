/**
 * The pages: / · /tables · /me · /friends · /kept · /notices · /m/<id>[/review] · /r/<token> · /j/<token> · /new/<title>[/friends|/public] ·
 * /rules/<title> · /workshop/<title>[/<hash>] · /ratings[/<title>] · /p/<name> · /tournaments[/<id>].
 */

import type { Company } from '../lobby/plan';

export type Page =
  | { name: 'lobby' }
  | { name: 'room'; id: string }
  | { name: 'review'; id: string | null; token: string | null }
  | { name: 'join'; token: string }
  | { name: 'tables' }
  | { name: 'me' }
  | { name: 'friends' }
  | { name: 'kept' }
  | { name: 'notices' }
  | { name: 'new'; title: string; company: Company }
  | { name: 'rules'; title: string }
  | { name: 'ratings'; title: string | null }
  | { name: 'person'; person: string }
  | { name: 'tournaments' }
  | { name: 'tournament'; id: string }
  | { name: 'workshop'; title: string; edition: string | null };

export function parse(path: string): Page {
  const [first, second, third] = path.split('/').filter(Boolean);
  if (second !== undefined) {
    if (first === 'm' && third === 'review') return { name: 'review', id: second, token: null };
    if (first === 'm') return { name: 'room', id: second };
    if (first === 'r') return { name: 'review', id: null, token: second };
    if (first === 'j') return { name: 'join', token: second };
    if (first === 'new') return { name: 'new', title: second, company: companyOf(third) };
    if (first === 'p') return { name: 'person', person: decoded(second) };
    if (first === 'tournaments') return { name: 'tournament', id: second };
    if (first === 'rules') return { name: 'rules', title: second };
    if (first === 'workshop') return { name: 'workshop', title: second, edition: third ?? null };
  }
  if (first === 'tables' || first === 'me' || first === 'friends') return { name: first };
  if (first === 'kept' || first === 'notices') return { name: first };
  if (first === 'tournaments') return { name: 'tournaments' };
  if (first === 'ratings') return { name: 'ratings', title: second ?? null };
  return { name: 'lobby' };
}

/** A name in an address; one that nobody could have written stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const companyOf = (word: string | undefined): Company =>
  word === 'friends' || word === 'public' ? word : 'bots';

class Router {
  page = $state.raw<Page>(parse(location.pathname));

  constructor() {
    window.addEventListener('popstate', () => (this.page = parse(location.pathname)));
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.page = parse(new URL(path, location.href).pathname);
    window.scrollTo(0, 0);
  }
}

export const router = new Router();

/** Follows links inside the client without loading the page anew. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.target || link.hasAttribute('download') || link.origin !== location.origin)
    return;
  if (link.pathname.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  router.go(link.pathname + link.search + link.hash);
}
