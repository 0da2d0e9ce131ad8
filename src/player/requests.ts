/** Gets the progress of requests, by their addresses. */
export interface RequestListener {
  /** @param bytes decompressed bytes that the page has received so far; 0 after the request */
  received(address: string, bytes: number): void;
  /** The response is complete, or came from the page's cache. */
  completed(address: string): void;
  /** The response is missing or incomplete. The status is 0 if unknown. */
  failed(address: string, status: number): void;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Observes the page's requests by wrapping fetch and XMLHttpRequest. A game may wrap them too while it loads.
 * Then its requests pass through the wrappers permanently, and the listener gets nothing after the stop.
 * @returns stops it
 */
export function listenToRequests(listener: RequestListener): () => void {
  let listening = true;
  const heard: RequestListener = {
    received: (address, bytes) => listening && listener.received(address, bytes),
    completed: (address) => listening && listener.completed(address),
    failed: (address, status) => listening && listener.failed(address, status),
  };
  const stops = [listenToXhr(heard), listenToFetch(heard), listenToTimings(heard)];
  return () => {
    listening = false;
    for (const stop of stops) stop();
  };
}

function listenToXhr(listener: RequestListener): () => void {
  const { open } = XMLHttpRequest.prototype;
  const ours = function (this: XMLHttpRequest, ...given: unknown[]) {
    const address = String(given[1]);
    this.addEventListener('loadstart', () => listener.received(address, 0));
    this.addEventListener('progress', ({ loaded }) => listener.received(address, loaded));
    this.addEventListener('error', () => listener.failed(address, 0));
    this.addEventListener('load', () =>
      this.status >= 400 ? listener.failed(address, this.status) : listener.completed(address),
    );
    open.apply(this, given as Parameters<typeof open>);
  };
  XMLHttpRequest.prototype.open = ours;
  return () => {
    if (XMLHttpRequest.prototype.open === ours) XMLHttpRequest.prototype.open = open;
  };
}

function listenToFetch(listener: RequestListener): () => void {
  const { fetch } = window;
  const ours: typeof fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const answer = fetch(input, init);
    listener.received(address, 0);
    answer
      .then(
        (response) => {
          if (response.status >= 400) listener.failed(address, response.status);
          else if (response.status === 304) listener.completed(address);
          else listenToBody(response, address, listener);
        },
        () => listener.failed(address, 0),
      )
      // An invalid address is the requester's error.
      .catch(() => {});
    return answer;
  };
  window.fetch = ours;
  return () => {
    if (window.fetch === ours) window.fetch = fetch;
  };
}

/**
 * Counts the bytes of a streamed body and reports a broken connection. A body that is read at once rejects by
 * itself, and resource timings report its end.
 */
function listenToBody(response: Response, address: string, listener: RequestListener): void {
  const get = Object.getOwnPropertyDescriptor(Response.prototype, 'body')?.get;
  if (!get) return;
  // Wraps the body only when it is read: code that compiles while streaming stays untouched.
  Object.defineProperty(response, 'body', {
    get() {
      const body: ReadableStream<Uint8Array> | null = get.call(response);
      if (!body) return body;
      return Object.assign(body, {
        getReader(...given: []) {
          const reader = ReadableStream.prototype.getReader.apply(body, given) as Reader;
          reader.closed.then(
            () => listener.completed(address),
            () => listener.failed(address, 0),
          );
          return Object.assign(reader, { read: counted(reader, address, listener) });
        },
      });
    },
  });
}

/** Reads as before, for each kind of reader. */
function counted(reader: Reader, address: string, listener: RequestListener): Reader['read'] {
  const read = reader.read;
  let bytes = 0;
  return async (...given) => {
    const piece = await read.apply(reader, given);
    bytes += piece.value?.byteLength ?? 0;
    if (!piece.done) listener.received(address, bytes);
    return piece;
  };
}

const pollMilliseconds = 250;

/** Reports the ends of all requests, including preloads and scripts, for which there is no other source. */
function listenToTimings(listener: RequestListener): () => void {
  const timer = setInterval(() => {
    for (const { name } of performance.getEntriesByType('resource')) listener.completed(name);
  }, pollMilliseconds);
  return () => clearInterval(timer);
}
