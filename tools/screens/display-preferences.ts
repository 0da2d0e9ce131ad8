import type { Page } from '@playwright/test';

/** Print styles. */
export function emulatePrint(page: Page): Promise<void> {
  return page.emulateMedia({ media: 'print' });
}

/** Forced colours, as in a high-contrast mode of the system. */
export function emulateForcedColours(page: Page): Promise<void> {
  return page.emulateMedia({ forcedColors: 'active' });
}

/** The largest text spacing that users may set (WCAG 1.4.12). */
export function applyTextSpacing(page: Page): Promise<void> {
  return page.evaluate(() => {
    // The page's policy forbids inline styles.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
}
