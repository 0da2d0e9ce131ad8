import { paths } from '../../paths.ts';

/** A piece of a text; `isAddress` if it is a web URL that is not deceptive. */
export interface Piece {
  /** Its start offset. */
  start: number;
  text: string;
  isAddress: boolean;
}

/** Linear patterns: splitting takes one pass over a text of any length. */
const runs = /\bhttps?:\/\/[^\s<>"]+/gi;
const host = /^https?:\/\/([\w.-]+)(?::\d+)?(?:[/?#]|$)/i;

/** Invisible characters, direction marks, and the backslash, which only browsers treat as a slash. */
const deceiving = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\\]/u;

/** Trailing characters that belong to the sentence or to Markdown, not to the URL. */
const ofSentence = '.,;:!?\'"]}*`|…’”»›、。，！？」』）،؟।';

/**
 * Splits a text at its web URLs.
 * @param ownHost Flux's host, including a non-default port
 */
export function splitAtUrls(text: string, ownHost: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const cut = (until: number, isAddress: boolean) => {
    if (until > end) pieces.push({ start: end, text: text.slice(end, until), isAddress });
    end = until;
  };
  for (const { 0: run, index } of text.matchAll(runs)) {
    const address = withoutSentence(run);
    // A deceptive URL is not linked in part either: that would lead elsewhere than the visible whole.
    if (deceiving.test(run) || !isWhereItLeads(address) || isErrand(address, ownHost)) continue;
    cut(index, false);
    cut(index + address.length, true);
  }
  cut(text.length, false);
  return pieces;
}

/** A bracket opened inside belongs to the URL, as in those of Wikipedia. */
function withoutSentence(run: string): string {
  let open = run.split('(').length - run.split(')').length;
  let end = run.length;
  for (; end > 0; end--) {
    const last = run.charAt(end - 1);
    if (last === ')' && open < 0) open++;
    else if (!ofSentence.includes(last)) break;
  }
  return run.slice(0, end);
}

/**
 * Whether browsers and people read the same host. Browsers accept other notations: numbers, look-alike or
 * normalized letters, and user names before an @.
 */
function isWhereItLeads(address: string): boolean {
  const shown = host.exec(address)?.[1]?.toLowerCase();
  return shown !== undefined && URL.canParse(address) && new URL(address).hostname === shown;
}

/**
 * Whether it links to Flux itself, except to a game. A browser sends same-site cookies with a click on it,
 * and some pages start an action, such as adding a sign-in method.
 */
function isErrand(address: string, ownHost: string): boolean {
  const { host, pathname } = new URL(address);
  return host === ownHost && !pathname.startsWith(paths.play(''));
}
