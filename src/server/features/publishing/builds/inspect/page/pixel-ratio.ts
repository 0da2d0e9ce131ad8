import type { BuildReport } from '#shared/versions/versions.ts';
import { withoutComments } from './comments.ts';
import type { EntryPage } from './entry-page.ts';
import { maxStockChars } from './tokens.ts';

/** Strings and template literals. */
const literals = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/gs;

/**
 * The page's `config.devicePixelRatio` on phones and tablets, as in Unity's pages of 2020. Later pages have the line
 * as a comment.
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
