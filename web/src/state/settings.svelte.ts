/** What this person prefers, kept in the browser. */

import { layoutOf } from './layout';

export interface Preferences {
  name: string;
  theme: 'auto' | 'light' | 'dark';
  motion: 'auto' | 'off';
  confirm: boolean;
  notify: boolean;
  /** How fast a replay goes on from moment to moment; step: only when asked. */
  pace: Pace;
  /** A tone when it is my turn, and another when I lose something by somebody else's deed. */
  sound: boolean;
  /** Where there is only one answer, it is given for me. */
  forced: boolean;
  /** A coach in my first games; null until I have said. */
  coach: boolean | null;
  /** By title: the tables at which there was a coach. */
  coached: Record<string, string[]>;
  /** I know these games: the lobby greets me no more. */
  greeted: boolean;
}

export type Pace = 'once' | 'normal' | 'slow' | 'step';

const KEY = 'aerodrome.settings';
const START: Preferences = {
  name: '',
  theme: 'auto',
  motion: 'auto',
  confirm: true,
  notify: false,
  pace: 'normal',
  sound: false,
  forced: false,
  coach: null,
  coached: {},
  greeted: false,
};

function load(): Preferences {
  try {
    return { ...START, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>) };
  } catch {
    return { ...START };
  }
}

function watch(query: string, change: (on: boolean) => void): void {
  const media = window.matchMedia(query);
  change(media.matches);
  media.addEventListener('change', (event) => change(event.matches));
}

class Settings {
  now = $state<Preferences>(load());
  systemDark = $state(false);
  systemCalm = $state(false);
  width = $state(window.innerWidth);
  height = $state(window.innerHeight);
  layout = $derived(layoutOf(this.width, this.height));
  /** A phone: what is drawn large elsewhere has a drawing of its own. */
  narrow = $derived(this.layout === 'phone');

  constructor() {
    watch('(prefers-color-scheme: dark)', (on) => (this.systemDark = on));
    watch('(prefers-reduced-motion: reduce)', (on) => (this.systemCalm = on));
    window.addEventListener('resize', () => {
      this.width = window.innerWidth;
      this.height = window.innerHeight;
    });
  }

  get dark(): boolean {
    return this.now.theme === 'dark' || (this.now.theme === 'auto' && this.systemDark);
  }

  get calm(): boolean {
    return this.now.motion === 'off' || this.systemCalm;
  }

  set<K extends keyof Preferences>(key: K, value: Preferences[K]): void {
    this.now[key] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.now));
    } catch {
      // A browser without storage plays on with what it has.
    }
  }
}

export const settings = new Settings();
