import { isPage } from '../../web/page-paths.ts';

/** The characters of Flux's paths; browsers and servers interpret others differently. */
const plain = /^\/[\w/-]{0,100}$/;
/** A game without a page of Flux around it. */
const game = /^\/serve\/[\w-]+$/;
/** Allowed characters of queries and keys. Any such value is safe, because only the path decides the page. */
const query = /^(?:[\w\-.~=&+:,*/@!()']|%[\da-f]{2}){0,1000}$/i;
const fragment = /^[\w-]{0,64}$/;
/** The page of a game passes its fragment to the game, which defines its content. */
const gamePage = /^\/(?:play|serve)\//;
const gameFragment = /^(?:[\w\-.~=&+:,*/@!()?]|%[\da-f]{2}){0,1000}$/i;

/**
 * The address inside Flux that was asked for, or the home page. Only what matches a known page passes; nothing
 * is normalised, since browsers and servers disagree on what `/\evil`, `/%09/evil` or `//evil` mean.
 */
export function safeReturnPath(wanted: string | undefined): string {
  const match = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(wanted ?? '/');
  if (!match) return '/';
  const [, path = '', search = '', hash = ''] = match;
  const isOurs = plain.test(path) && (isPage(path) || game.test(path));
  const safeHash = gamePage.test(path) ? gameFragment.test(hash) : fragment.test(hash);
  const safe = isOurs && query.test(search) && safeHash;
  return safe ? (wanted ?? '/') : '/';
}
