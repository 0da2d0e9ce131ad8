import type { InitialQuery, InitialResult, SsrBundle } from '#shared/play/ssr.ts';
import { ssrPayloadId } from '#shared/play/ssr.ts';
import { TtlCache } from './cache.ts';
import { compressEnd, type PagePart } from './compressed-part.ts';
import type { RequestHints } from './request-hints.ts';

export interface RenderedPage {
  /** The page from the content of its root to its end. */
  end: PagePart;
  /** Preload tags for images on the page. */
  preloads: string[];
}

/** The sender exceeded the rate limit. Other requests for the same page are not affected. */
export class SenderRateLimited extends Error {}

interface SsrRendererOptions {
  pages: SsrBundle;
  /**
   * Requests data from the API as a visitor. Returns null if the API refuses.
   * @throws SenderRateLimited
   */
  query(query: InitialQuery, sender: string): Promise<unknown>;
  host: string;
  /** The template after the root. */
  rest: string;
  now?: () => number;
  onFailure(error: unknown, path: string): void;
  limits?: Partial<typeof defaultLimits>;
}

const defaultLimits = {
  /** Pages rendered at the same time. Beyond it, browsers render the page. */
  maxConcurrent: 8,
  waitMilliseconds: 1_000,
  cacheMilliseconds: 5_000,
  cacheBytes: 16 * 2 ** 20,
  /** After a failure or timeout, browsers render the page for this long, so that retries do not load the database. */
  backoffMilliseconds: 10_000,
};

/** Retries after another sender of a shared request was rate-limited. */
const maxTries = 3;

interface RenderRequest {
  path: string;
  hints: RequestHints;
  /** The version of the page's data. It is part of the cache key. */
  state: string;
  /** The address that the rate limit counts. */
  sender: string;
}

interface Outcome {
  page: RenderedPage | null;
  /** The rate-limited sender; null if the outcome applies to all senders. */
  refused: string | null;
}

/** Renders visitors' pages. Concurrent requests share one render, and results are cached briefly. */
export class SsrRenderer {
  readonly #options: SsrRendererOptions;
  readonly #limits: typeof defaultLimits;
  readonly #cache: TtlCache<RenderedPage>;
  readonly #backoff: TtlCache<true>;
  readonly #pending = new Map<string, Promise<Outcome>>();
  /** Increases with each change. Renders that began before a change are not cached. */
  #generation = 0;

  constructor(options: SsrRendererOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    const { now = Date.now } = options;
    const { cacheBytes: maxBytes, cacheMilliseconds, backoffMilliseconds } = this.#limits;
    this.#cache = new TtlCache({ maxBytes, milliseconds: cacheMilliseconds, now });
    this.#backoff = new TtlCache({ maxBytes: 2 ** 20, milliseconds: backoffMilliseconds, now });
  }

  /** Clears the cache after a change of public data. */
  invalidate(): void {
    this.#generation += 1;
    this.#cache.clear();
  }

  /** Returns null if the browser has to render the page, or if rendering takes too long. */
  async render(request: RenderRequest): Promise<RenderedPage | null> {
    const queries = this.#options.pages.queriesFor(request.path);
    if (!queries) return null;
    const { path, hints, state } = request;
    const key = JSON.stringify([path, hints.locale, hints.wide, state]);
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const cached = this.#cache.get(key);
      if (cached) return cached;
      if (this.#backoff.get(key)) return null;
      const running = this.#pending.get(`${this.#generation} ${key}`);
      if (!running && this.#pending.size >= this.#limits.maxConcurrent) return null;
      const { page, refused } = await (running ?? this.#start(key, request, queries));
      if (refused === null || refused === request.sender) return page;
    }
    return null;
  }

  #start(key: string, request: RenderRequest, queries: InitialQuery[]): Promise<Outcome> {
    const generation = this.#generation;
    const name = `${generation} ${key}`;
    const outcome = this.#renderInTime(request, queries)
      .then(({ page, refused }) => {
        if (page && generation === this.#generation)
          this.#cache.set(key, page, page.end.plain.length + page.end.deflated.length);
        if (!page && refused === null) this.#backoff.set(key, true, key.length);
        return { page, refused };
      })
      // Before the promise settles, so that other senders of a refused render start again.
      .finally(() => this.#pending.delete(name));
    this.#pending.set(name, outcome);
    return outcome;
  }

  async #renderInTime(request: RenderRequest, queries: InitialQuery[]): Promise<Outcome> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, this.#limits.waitMilliseconds, null);
    });
    try {
      const results = await Promise.race([this.#fetchResults(queries, request.sender), late]);
      return { page: results && this.#renderPage(request, results), refused: null };
    } catch (error) {
      if (error instanceof SenderRateLimited) return { page: null, refused: request.sender };
      this.#options.onFailure(error, request.path);
      return { page: null, refused: null };
    } finally {
      clearTimeout(timer);
    }
  }

  async #fetchResults(queries: InitialQuery[], sender: string): Promise<InitialResult[] | null> {
    const results = await Promise.all(
      queries.map(async (query): Promise<InitialResult> => {
        return [query.key, await this.#options.query(query, sender)];
      }),
    );
    return results.some(([, result]) => result === null) ? null : results;
  }

  #renderPage({ path, hints }: RenderRequest, results: InitialResult[]): RenderedPage {
    const { pages, host, rest, now = Date.now } = this.#options;
    const payload = { environment: { ...hints, host, at: now() }, results };
    const html = pages.render(path, payload);
    // React writes preload tags for images first. They belong in the head.
    const [before = ''] = /^(<link rel="preload"[^>]*\/>)*/.exec(html) ?? [];
    const data = JSON.stringify(payload).replaceAll('<', String.raw`\u003c`);
    const script = `<script type="application/json" id="${ssrPayloadId}">${data}</script>`;
    return {
      end: compressEnd(html.slice(before.length) + rest.replace('</div>', () => `</div>${script}`)),
      preloads: before.match(/<link [^>]*>/g) ?? [],
    };
  }
}
