import { percentDecode } from '../files/percent-decode.ts';

/**
 * The query parameters that Flux reads itself at the addresses of games. Games receive every other parameter.
 * `v` names the version of a page, `version` requests a preview, `key` is the share key, `ticket` opens a
 * private game, and `flux-framed` requests the creator's own page below a theme.
 */
export const gameParameters = {
  pageVersion: 'v',
  preview: 'version',
  shareKey: 'key',
  ticket: 'ticket',
  framed: 'flux-framed',
} as const;

const ownNames = new Set<string>(Object.values(gameParameters));

/**
 * The part of a query that belongs to the game. Order, repetition, empty parameters and encoding stay
 * unchanged.
 * @param search with or without its question mark
 * @returns without a question mark
 */
export function gameQuery(search: string): string {
  return parametersOf(search)
    .filter((parameter) => !ownNames.has(nameOf(parameter)))
    .join('&');
}

/** Whether a query has a parameter of this name. */
export function hasParameter(search: string, name: string): boolean {
  return parametersOf(search).some((parameter) => nameOf(parameter) === name);
}

/** An address with a query added to it; an empty one changes nothing. */
export function withQuery(address: string, query: string): string {
  if (query === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

/** The same query with the request for the creator's own page. */
export function withFramed(search: string): string {
  return `${search === '' ? '' : `${search}&`}${gameParameters.framed}=1`;
}

function parametersOf(search: string): string[] {
  return search.replace(/^\?/, '').split('&');
}

/** Decoded as by servers, so that no spelling of a name is missed. */
function nameOf(parameter: string): string {
  const raw = (parameter.split('=', 1)[0] ?? '').replace(/\+/g, ' ');
  return percentDecode(raw) ?? raw;
}
