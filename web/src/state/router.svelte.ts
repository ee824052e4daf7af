/** The pages: / · /m/<id> · /j/<token> · /new/<title>[/friends] · /rules/<title>. */

export type Page =
  | { name: 'lobby' }
  | { name: 'room'; id: string }
  | { name: 'join'; token: string }
  | { name: 'new'; title: string; friends: boolean }
  | { name: 'rules'; title: string };

export function parse(path: string): Page {
  const [first, second, third] = path.split('/').filter(Boolean);
  if (second !== undefined) {
    if (first === 'm') return { name: 'room', id: second };
    if (first === 'j') return { name: 'join', token: second };
    if (first === 'new') return { name: 'new', title: second, friends: third === 'friends' };
    if (first === 'rules') return { name: 'rules', title: second };
  }
  return { name: 'lobby' };
}

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
