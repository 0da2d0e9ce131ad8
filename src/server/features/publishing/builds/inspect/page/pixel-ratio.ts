import type { BuildReport } from '#shared/versions/versions.ts';
import { withoutComments } from './comments.ts';
import type { EntryPage } from './entry-page.ts';
import { maxStockChars } from './tokens.ts';

/** Strings and template literals. */
const literals = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/gs;

/**
 * What the page makes of `config.devicePixelRatio` where the browser is a phone's or a tablet's, as Unity's pages of 2020
 * do. Those of later years have the line in a comment, for their creator to bring back.
 */
export function pixelRatioOnPhones({ page }: EntryPage): Pick<BuildReport, 'phonePixelRatio'> {
  for (const script of page.inlineScripts) {
    if (script.length > maxStockChars) continue;
    const code = withoutComments(script).replace(literals, '""');
    const phones = code.indexOf('/iPhone|iPad|iPod|Android/i.test(navigator.userAgent)');
    const set = /(?<![\w$.])config\.devicePixelRatio\s*=\s*(\d{1,2}(?:\.\d{1,6})?)\s*[;\n}]/;
    const ratio = phones < 0 ? 0 : Number(set.exec(code.slice(phones))?.[1] ?? 0);
    if (ratio > 0) return { phonePixelRatio: ratio };
  }
  return {};
}
