/** For whom the server draws a page. The script that takes it over begins with the same. */
export interface SsrEnvironment {
  /** In whose manner numbers and dates are written. */
  locale: string;
  host: string;
  /** Whether the screen is wider than a phone's, as far as the browser has said. */
  wide: boolean;
  /** When, in milliseconds since 1970. */
  at: number;
}

/** What a page begins by asking of the API. */
export interface InitialQuery {
  url: string;
  /** Under which its answer lies in the page's cache. */
  key: readonly unknown[];
  /** A list that comes page by page. */
  paged: boolean;
}

export type InitialResult = [key: readonly unknown[], answer: unknown];

/** What the page tells the script that takes it over, in an element of this id. */
export interface SsrPayload {
  environment: SsrEnvironment;
  results: InitialResult[];
}
export const ssrPayloadId = 'handover';

/** What the build makes of the pages for the server. */
export interface SsrBundle {
  /** Null for a page that only the browser draws. */
  queriesFor(path: string): InitialQuery[] | null;
  render(path: string, handover: SsrPayload): string;
}
