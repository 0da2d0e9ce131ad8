import type { Page } from '@playwright/test';
import { inPseudo } from '../src/web/texts/pseudo.ts';

/** What the build of the mode `pseudo` says in place of some English words. */
export const said = (words: string) => inPseudo({ words }).words;

/**
 * Words that no catalog holds, each for a reason. What people are called is in Cyrillic in this journey, and so are
 * numbers and dates, by the browser's language.
 */
const kept = [
  // Names of products and of what they make.
  ...[
    'Flux',
    'Google',
    'GitHub',
    'Microsoft',
    'Apple',
    'Stripe',
    'Discord',
    'Unity',
    'Firebase',
    'Firestore',
  ],
  // Plans are called what the catalogue of the server calls them.
  ...['Indie', 'Pro', 'Enterprise'],
];

/** Documents that are translated as a whole, code, and what frames of games show. */
const elsewhere = 'script, style, noscript, template, code, kbd, pre, iframe, [data-document]';

/** Everything on the page that is in English still, and all that does not fit. */
export async function faults(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  return page.evaluate(
    ([kept, elsewhere]) => {
      const isEnglish = (text: string) =>
        (text.match(/[A-Za-z\u00c0-\u024f]{2,}/g) ?? []).some(
          (word) => /[aeioAEIO]/.test(word) && !/[áéíóúÁÉÍÓ]/.test(word) && !kept.includes(word),
        );
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
        if (element.closest(elsewhere) || element.closest('[inert], [hidden], .sr-only')) continue;
        const own = [...element.childNodes].some((child) => child instanceof Text && /[~[]/.test(child.data));
        if (!own || element.clientWidth < 2) continue;
        const style = getComputedStyle(element);
        const isWider = element.scrollWidth > element.clientWidth + 1;
        const isHigher = element.scrollHeight > element.clientHeight + 1 && style.overflowY !== 'visible';
        if (style.display !== 'inline' && (isWider || isHigher))
          found.add(`${width}: does not fit: <${element.localName}> ${element.textContent?.trim()}`);
      }
      return [...found];
    },
    [kept, elsewhere] as const,
  );
}
