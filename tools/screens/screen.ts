import type { Page } from '@playwright/test';
import type { PersonName } from './seed/people.ts';
import type { SeedRegistry } from './seed-registry.ts';

/**
 * One state of one screen. Pictures are taken at every width in both themes. Each width has a new page; the
 * theme changes while the page is open.
 */
export interface Screen {
  /**
   * Words with dashes, the area first, as in `play-private`. It is the file name, and `--only` selects by it.
   */
  name: string;
  /** The route of app.tsx. */
  route: string;
  path: string | ((seeds: SeedRegistry) => string);
  /** The signed-in account; a visitor if not given. */
  as?: PersonName;
  /**
   * Runs before the page is opened: replaces responses, for states that the server does not reach by itself.
   */
  before?: (page: Page, seeds: SeedRegistry) => Promise<unknown>;
  /** Runs in the open page: brings it to the state, and resolves when the state is visible. */
  act?: (page: Page, seeds: SeedRegistry) => Promise<unknown>;
  /** Captures the window instead of the whole page, for floating elements. */
  window?: boolean;
  /** The only widths of this screen. */
  widths?: readonly number[];
  direction?: 'rtl';
  /** 2 means 200 % zoom: the window has half as many CSS pixels. */
  zoom?: number;
  /** For pages that never become idle: captured after this callback, without waiting for the network. */
  unsettled?: boolean;
}
