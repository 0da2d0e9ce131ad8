import { paths } from '../../paths.ts';

/** A piece of a text; `isAddress` where it is an address of the web that leads where it says. */
export interface Piece {
  /** Where it begins. */
  start: number;
  text: string;
  isAddress: boolean;
}

/** Each takes what it finds in one go, so that a text of any length takes no longer than to read it once. */
const runs = /\bhttps?:\/\/[^\s<>"]+/gi;
const host = /^https?:\/\/([\w.-]+)(?::\d+)?(?:[/?#]|$)/i;

/** Nothing is seen of some, others turn what follows them, and a backslash is a slash to browsers alone. */
const deceiving = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\\]/u;

/** Of the sentence around an address, or of its Markdown, rather than of it, where they stand at its end. */
const ofSentence = '.,;:!?\'"]}*`|…’”»›、。，！？」』）،؟।';

/**
 * A text cut where an address of the web begins and ends.
 * @param ownHost of Flux, as in its address; with its port where that has one
 */
export function cutAtAddresses(text: string, ownHost: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const cut = (until: number, isAddress: boolean) => {
    if (until > end) pieces.push({ start: end, text: text.slice(end, until), isAddress });
    end = until;
  };
  for (const { 0: run, index } of text.matchAll(runs)) {
    const address = withoutSentence(run);
    // A run that deceives is no address in part either: that would lead elsewhere than the whole of it says.
    if (deceiving.test(run) || !isWhereItLeads(address) || isErrand(address, ownHost)) continue;
    cut(index, false);
    cut(index + address.length, true);
  }
  cut(text.length, false);
  return pieces;
}

/** A bracket that was opened inside belongs to the address, as in those of Wikipedia. */
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
 * Whether browsers read the very host that people do. They know other spellings of it, by numbers, by letters that look
 * alike or are written as one, and by what stands before an @, which is a name to sign in with.
 */
function isWhereItLeads(address: string): boolean {
  const shown = host.exec(address)?.[1]?.toLowerCase();
  return shown !== undefined && URL.canParse(address) && new URL(address).hostname === shown;
}

/**
 * Whether it leads to Flux itself, and not to a game. A browser takes a click on it for one of Flux's own, of which some begin
 * what another site's may not, such as another way to sign in.
 */
function isErrand(address: string, ownHost: string): boolean {
  const { host, pathname } = new URL(address);
  return host === ownHost && !pathname.startsWith(paths.play(''));
}
