/** Pages that a person may come back to after signing in. */
const pages =
  /^\/(?:(?:upload|dashboard|organizations|profile|subscriptions|admin|storage|faq|eula|terms)|(?:play|update|serve)\/[\w-]{1,64})?$/;
/** What searches and keys hold; whatever stands here, the pages alone decide where the address leads. */
const query = /^(?:[\w\-.~=&+:,*/@!()']|%[\da-f]{2}){0,1000}$/i;
const fragment = /^[\w-]{0,64}$/;

/**
 * The address inside Flux that was asked for, or the home page. Only what matches a known page passes; nothing
 * is normalised, since browsers and servers disagree on what `/\evil`, `/%09/evil` or `//evil` mean.
 */
export function safeReturnPath(wanted: string | undefined): string {
  const match = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(wanted ?? '/');
  if (!match) return '/';
  const [, path = '', search = '', hash = ''] = match;
  const safe = path !== '' && pages.test(path) && query.test(search) && fragment.test(hash);
  return safe ? (wanted ?? '/') : '/';
}
