import type { Page } from '@playwright/test';
import { pseudoTranslate } from '../src/web/i18n/pseudo.ts';

/** Replacements of some English words in the build of the mode `pseudo`. */
export const said = (words: string) => pseudoTranslate({ words }).words;

/**
 * Words outside of the catalogs, each with a reason. Names of users and their content are Cyrillic in this
 * test, and so are dates, by the browser's language. Addresses and file names are recognized by dots and
 * slashes.
 */
const kept = [
  // Product names and the names of their parts.
  ...['Flux', 'Google', 'GitHub', 'Microsoft', 'Stripe', 'Discord', 'Unity', 'WebXR', 'Chrome', 'Linux'],
  // Names of plans come from the server's catalogue.
  ...['Indie', 'Pro', 'Enterprise', 'Elevated'],
  // Terms of Unity's build settings, in the illustration of the home page.
  'threads',
];

/** Texts that pages get from the server or share with it (src/shared) are English (docs/translating.md). */
const ofServer = [
  ...['Local storage', 'Local Storage', 'Single sign-on', 'Active', 'Renews'],
  ...['Cannot change your own role', 'Cannot delete yourself', 'Cannot disable yourself'],
  'Cannot delete active config',
  'This is the only administrator. Make somebody else an administrator first.',
];

/** Documents that are translated as a whole, code, and the content of games' frames. */
const elsewhere = 'script, style, noscript, template, code, kbd, pre, iframe, [data-document]';

/** All English text and all overflow on the page; `besides` is ignored too. */
export async function faults(page: Page, besides = 'x-nothing'): Promise<string[]> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  return page.evaluate(
    ([kept, ofServer, elsewhere]) => {
      const isEnglish = (text: string) =>
        ofServer
          .reduce((rest, known) => rest.replace(known, ''), text)
          .replace(/\S*[@/]\S*|\S*\.[a-z]\S*|\w*\d\w*/g, '')
          .match(/[A-Za-z\u00c0-\u024f]{2,}/g)
          ?.some((word) => /[aeioAEIO]/.test(word) && !/[áéíóúÁÉÍÓ]/.test(word) && !kept.includes(word)) ??
        false;
      const found = new Set<string>();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
      for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
        if (node instanceof Text) {
          if (!node.parentElement?.closest(elsewhere) && isEnglish(node.data))
            found.add(`English: ${node.data.trim()}`);
        } else if (node instanceof Element && !node.closest(elsewhere)) {
          for (const name of [
            'aria-label',
            'aria-description',
            'aria-valuetext',
            'title',
            'placeholder',
            'alt',
          ])
            if (isEnglish(node.getAttribute(name) ?? ''))
              found.add(`English in ${name}: ${node.getAttribute(name)}`);
        }
      }
      if (isEnglish(document.title)) found.add(`English as title: ${document.title}`);
      const width = window.innerWidth;
      if (document.documentElement.scrollWidth > width) found.add(`${width}: the page scrolls sideways`);
      for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
        // A truncated list item has its full text in its title.
        if (element.closest(`${elsewhere}, [inert], [hidden], .sr-only, [title]`)) continue;
        const own = [...element.childNodes].some((child) => child instanceof Text && /[~[]/.test(child.data));
        if (!own || element.clientWidth < 2) continue;
        // A link's touch target may be wider than its visible part.
        if (getComputedStyle(element, '::after').content !== 'none') continue;
        const style = getComputedStyle(element);
        const isWider = element.scrollWidth > element.clientWidth + 1;
        const isHigher = element.scrollHeight > element.clientHeight + 1 && style.overflowY !== 'visible';
        if (style.display !== 'inline' && (isWider || isHigher))
          found.add(`${width}: does not fit: <${element.localName}> ${element.textContent?.trim()}`);
      }
      return [...found];
    },
    [kept, ofServer, `${elsewhere}, ${besides}`] as const,
  );
}
