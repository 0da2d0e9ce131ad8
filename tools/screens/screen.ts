import type { Page } from '@playwright/test';
import type { PersonName } from './seed/people.ts';
import type { SeedRegistry } from './seed-registry.ts';

/**
 * One state of one screen. Pictures are taken at every width in both themes, from a page of its own each time; the
 * theme alone changes while the page is open.
 */
export interface Screen {
  /** Words with dashes, the area first, as in `play-private`: it is the name of the file, and `--only` finds it. */
  name: string;
  /** The route of app.tsx that it shows. */
  route: string;
  path: string | ((seeds: SeedRegistry) => string);
  /** Who looks at it; a visitor if not given. */
  as?: PersonName;
  /** Before the page is opened: answers in place of the server, for states that it does not come to by itself. */
  before?: (page: Page, seeds: SeedRegistry) => Promise<unknown>;
  /** Once it is open: what leads to the state. It ends where the state can be seen. */
  act?: (page: Page, seeds: SeedRegistry) => Promise<unknown>;
  /** Takes what the window shows in place of the whole page: for what floats above it. */
  window?: boolean;
  /** Its only widths. */
  widths?: readonly number[];
  direction?: 'rtl';
  /** 2: as at 200 % zoom, where the window has half as many pixels. */
  zoom?: number;
  /** It never comes to rest: it is taken after this, without waiting for the network. */
  unsettled?: boolean;
}
