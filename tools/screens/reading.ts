import type { Page } from '@playwright/test';

/** As on paper. */
export function onPaper(page: Page): Promise<void> {
  return page.emulateMedia({ media: 'print' });
}

/** As where the system decides on the colours. */
export function inForcedColours(page: Page): Promise<void> {
  return page.emulateMedia({ forcedColors: 'active' });
}

/** With as much room between words and lines as anybody may ask for (WCAG 1.4.12). */
export function spaced(page: Page): Promise<void> {
  return page.evaluate(() => {
    // The page takes no style that is written into it.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
}
