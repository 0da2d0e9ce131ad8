import { absolute } from './elements.ts';

/** Is told of an address from which nothing came, or not all. The status is 0 where none is known. */
type Lost = (address: string, status: number) => void;

/**
 * Reports what goes wrong before the game runs and what Unity's loaders keep to themselves: they wait for ever
 * for a file that does not come, and throw where nobody catches. What browsers write down of requests lacks the
 * status in some, and in none a line that broke off, so whoever asks for a part is listened to.
 * @param parts addresses without which the game cannot start, once they are asked for
 * @returns stops it
 */
export function watchFailures(parts: readonly string[], report: (failure: unknown) => void): () => void {
  const wanted = new Set(parts.map(pathOf));
  const lost: Lost = (address, status) => {
    if (wanted.has(pathOf(address)))
      report(new Error(`Unable to load ${absolute(address)} (${status || 'no answer'})`));
  };
  const stops = [watchRequests(lost), watchFetches(lost), watchErrors(lost, report)];
  return () => {
    for (const stop of stops) stop();
  };
}

function pathOf(address: string): string {
  return new URL(absolute(address)).pathname;
}

function watchRequests(lost: Lost): () => void {
  const { open } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (...given: unknown[]) {
    const address = String(given[1]);
    this.addEventListener('error', () => lost(address, 0));
    this.addEventListener('load', () => this.status >= 400 && lost(address, this.status));
    open.apply(this, given as Parameters<typeof open>);
  };
  return () => {
    XMLHttpRequest.prototype.open = open;
  };
}

function watchFetches(lost: Lost): () => void {
  const { fetch } = window;
  window.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const answer = fetch(input, init);
    answer
      .then(
        (response) =>
          response.status >= 400
            ? lost(address, response.status)
            : watchBody(response, () => lost(address, 0)),
        () => lost(address, 0),
      )
      // What is no address at all is for whoever asked to hear.
      .catch(() => {});
    return answer;
  };
  return () => {
    window.fetch = fetch;
  };
}

/** Hears of a line that breaks off under whoever reads piece by piece; asked for whole, an answer rejects by itself. */
function watchBody(response: Response, lost: () => void): void {
  const read = Object.getOwnPropertyDescriptor(Response.prototype, 'body')?.get;
  if (!read) return;
  // Only once somebody asks for it: code that is compiled while it comes is best left alone.
  Object.defineProperty(response, 'body', {
    get() {
      const body: ReadableStream<Uint8Array> | null = read.call(response);
      if (!body) return body;
      return Object.assign(body, {
        getReader(...given: []) {
          const reader = ReadableStream.prototype.getReader.apply(body, given);
          reader.closed.catch(lost);
          return reader;
        },
      });
    },
  });
}

function watchErrors(lost: Lost, report: (failure: unknown) => void): () => void {
  const onError = (event: Event) => {
    if (event instanceof ErrorEvent) report(event.error ?? event.message);
    else if (event.target instanceof HTMLScriptElement) lost(event.target.src, 0);
  };
  const onRejection = (event: PromiseRejectionEvent) => report(event.reason);
  // While it is on its way down: what a script that cannot be had tells its element comes up to nobody else.
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError, true);
    removeEventListener('unhandledrejection', onRejection);
  };
}
