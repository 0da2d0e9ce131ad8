/** Is told what becomes of requests, by the addresses that were asked for. */
export interface RequestListener {
  /** @param bytes that the page has of the answer so far, unpacked; 0 once it was asked for */
  received(address: string, bytes: number): void;
  /** All of it is here, or what the page has already still holds. */
  completed(address: string): void;
  /** Nothing came, or not all. The status is 0 where none is known. */
  failed(address: string, status: number): void;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Listens to whatever the page asks for, by stepping between it and the browser. A game may do the same while it loads: then it
 * goes through here for good, and nothing is heard of it any more once this has stopped.
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
      // What is no address at all is for whoever asked to hear.
      .catch(() => {});
    return answer;
  };
  window.fetch = ours;
  return () => {
    if (window.fetch === ours) window.fetch = fetch;
  };
}

/**
 * Counts what is read piece by piece, and hears of a line that breaks off meanwhile. Asked for whole, an answer rejects by
 * itself, and of its end timings tell.
 */
function listenToBody(response: Response, address: string, listener: RequestListener): void {
  const get = Object.getOwnPropertyDescriptor(Response.prototype, 'body')?.get;
  if (!get) return;
  // Only once somebody asks for it: code that is compiled while it comes is best left alone.
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

/** Reads as before, whatever kind of reader it is. */
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

/** The ends of all requests, those of the page's preloads and of scripts among them: of these nothing else tells. */
function listenToTimings(listener: RequestListener): () => void {
  const timer = setInterval(() => {
    for (const { name } of performance.getEntriesByType('resource')) listener.completed(name);
  }, pollMilliseconds);
  return () => clearInterval(timer);
}
