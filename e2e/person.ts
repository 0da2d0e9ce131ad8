import { expect, test as withFlux } from './server.ts';

/**
 * Tests in browsers that Playwright does not drive: Firefox and WebKitGTK as shipped by the distribution.
 * Each browser's driver implements the same interface, so that both run the same steps.
 */
export interface Person {
  open(path: string): Promise<void>;
  url(): Promise<string>;
  /** Clicks the element with this role and accessible name, once it can be clicked. */
  click(role: Role, name: string): Promise<void>;
  type(name: string, text: string): Promise<void>;
  /** Waits for a text anywhere on the page. */
  sees(text: string): Promise<void>;
  /** A file as the browser reads it from a disk at the upload. */
  choose(selector: string, file: { name: string; buffer: Buffer }): Promise<void>;
  select(selector: string, label: string): Promise<void>;
  valueOf(name: string): Promise<string>;
  /** The text of the running game, once it has started. */
  played(): Promise<string>;
  /** Runs a function in the page, with arguments that JSON can hold. */
  evaluate<A extends unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Errors of the pages so far. */
  errors(): Promise<string[]>;
  /** Closes this user's browser. */
  close(): Promise<void>;
}

/**
 * Playwright's own browser is unused here, so its errors are not checked. `useVisitors` checks those of the
 * others.
 */
export const baseTest = withFlux.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  watchErrors: async ({}, use) => use(undefined),
});

export { expect };

/** Provides a function that starts another user's browser. An error in one of its pages fails the test. */
export async function useVisitors<P extends Person>(
  start: () => Promise<P>,
  use: (visitor: () => Promise<P>) => Promise<void>,
): Promise<void> {
  const people: P[] = [];
  try {
    await use(async () => {
      const person = await start();
      people.push(person);
      return person;
    });
    const errors = await Promise.all(people.map((person) => person.errors()));
    expect(errors.flat()).toEqual([]);
  } finally {
    for (const person of people) await person.close();
  }
}

export const patience = 60_000;

export const selectors = {
  button: 'button, [role=button]',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  textbox: 'input, textarea',
};
export type Role = keyof typeof selectors;

/** Repeats an attempt until it returns a value. A page that changes meanwhile makes it fail. */
export async function until<T>(
  attempt: () => Promise<T | null | undefined | false>,
  missing: () => string | Promise<string>,
): Promise<T> {
  const deadline = Date.now() + patience;
  for (let cause: unknown; ; ) {
    try {
      const result = await attempt();
      if (result) return result;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > deadline) throw new Error(await missing(), { cause });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function isForeign(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return /^http/.test(protocol) && !hostname.endsWith('localhost');
}

/** Runs in the page. Returns the visible elements whose label or text contains the name. */
export function elementsLike(selector: string, name: string): Element[] {
  const namesOf = (element: Element) => [
    element.getAttribute('aria-label'),
    element.textContent,
    ...[...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent),
  ];
  return [...document.querySelectorAll(selector)].filter(
    (element) => element.checkVisibility() && namesOf(element).some((each) => each?.includes(name)),
  );
}

/** Runs in the page. Returns whether the element is enabled, does not move, and is not covered. */
export async function isClickable(element: Element): Promise<boolean> {
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const boxOf = () =>
    new Promise<DOMRect>((resolve) => requestAnimationFrame(() => resolve(element.getBoundingClientRect())));
  const [before, after] = [await boxOf(), await boxOf()];
  const hit = document.elementFromPoint(after.x + after.width / 2, after.y + after.height / 2);
  return (
    !element.matches(':disabled') &&
    JSON.stringify(before) === JSON.stringify(after) &&
    hit !== null &&
    element.contains(hit)
  );
}

/** Runs in the page. */
export function optionLike(selector: string, label: string): string | null {
  const options = [...document.querySelectorAll<HTMLOptionElement>(`${selector} option`)];
  return options.find(({ textContent }) => textContent.includes(label))?.value ?? null;
}
