/** The environment in which the server renders a page. Hydration starts with the same values. */
export interface SsrEnvironment {
  /** Format of numbers and dates. */
  locale: string;
  host: string;
  /** Whether the screen is wider than a phone's, according to the request headers. */
  wide: boolean;
  /** Time of rendering, in milliseconds since 1970. */
  at: number;
}

/** An API query that a page needs for its first render. */
export interface InitialQuery {
  url: string;
  /** Its key in the query cache. */
  key: readonly unknown[];
  /** Whether it is a paged list. */
  paged: boolean;
}

export type InitialResult = [key: readonly unknown[], result: unknown];

/** The data for hydration, in the element with the id `ssrPayloadId`. */
export interface SsrPayload {
  environment: SsrEnvironment;
  results: InitialResult[];
}
export const ssrPayloadId = 'ssr-payload';

/** The build of the pages for the server. */
export interface SsrBundle {
  /** Null for a page that only the browser renders. */
  queriesFor(path: string): InitialQuery[] | null;
  render(path: string, payload: SsrPayload): string;
}
