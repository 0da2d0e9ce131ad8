/** The page that the build made, cut where what differs from answer to answer ends. */
export interface Template {
  /** As far as into the root. */
  beginning: string;
  /** What stands in the root until the script draws, and all that follows. */
  waiting: string;
  /** What follows where the server has drawn: from the end of the root on. */
  rest: string;
}

export function cutTemplate(page: string): Template {
  const [whole = '', beginning = '', waiting = ''] =
    /^([\s\S]*<div id="root">)([\s\S]*)(?=<\/div>\s*<noscript>)/.exec(page) ?? [];
  // A page of tests may have no root, and is not drawn into.
  if (!whole) return { beginning: page, waiting: '', rest: '' };
  const rest = page.slice(whole.length);
  return { beginning, waiting: waiting + rest, rest };
}
