/** The built page, split at the root. */
export interface Template {
  /** Up to and including the root's start tag. */
  beginning: string;
  /** The placeholder in the root, and the rest of the page. */
  waiting: string;
  /** The end of a server-rendered page, from the end of the root. */
  rest: string;
}

export function splitTemplate(page: string): Template {
  const [whole = '', beginning = '', waiting = ''] =
    /^([\s\S]*<div id="root">)([\s\S]*)(?=<\/div>\s*<noscript>)/.exec(page) ?? [];
  // Pages of tests may have no root.
  if (!whole) return { beginning: page, waiting: '', rest: '' };
  const rest = page.slice(whole.length);
  return { beginning, waiting: waiting + rest, rest };
}
