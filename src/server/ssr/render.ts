import type { InitialResult, InitialQuery, SsrBundle } from '#shared/ssr.ts';
import { ssrPayloadId } from '#shared/ssr.ts';
import { TtlCache } from './cache.ts';
import { type PagePart, compressEnd } from './compressed-part.ts';
import type { RequestHints } from './request-hints.ts';

export interface RenderedPage {
  /** The rest of the page from inside its root on. */
  end: PagePart;
  /** What the page shows and the browser should fetch with it. */
  preloads: string[];
}

/** Whoever asks has asked too often. It says nothing of the page, nor of anybody else who waits for it. */
export class SenderRateLimited extends Error {}

interface SsrRendererOptions {
  pages: SsrBundle;
  /**
   * As visitors are answered, whoever asks for the page. Null where they get no answer.
   * @throws SenderRefused
   */
  query(question: InitialQuery, sender: string): Promise<unknown>;
  host: string;
  /** What stands behind the root. */
  rest: string;
  now?: () => number;
  onFailure(error: unknown, path: string): void;
  limits?: Partial<typeof defaultLimits>;
}

const defaultLimits = {
  /** More than these wait for a page that nobody has drawn yet: everybody else draws it in the browser. */
  maxConcurrent: 8,
  waitMilliseconds: 1_000,
  cacheMilliseconds: 5_000,
  cacheBytes: 16 * 2 ** 20,
  /** What failed or was late is left to browsers for so long: it would hold up each visitor anew, and the database. */
  backoffMilliseconds: 10_000,
};

/** Of several who ask too often at once each would be waited for. */
const maxTries = 3;

interface RenderRequest {
  path: string;
  hints: RequestHints;
  /** What the page is made from, as far as it is known: another one is another page. */
  state: string;
  /** Who is counted as having asked. */
  sender: string;
}

interface Outcome {
  page: RenderedPage | null;
  /** The sender who was refused; null where it holds for everybody. */
  refused: string | null;
}

/** Draws pages of visitors, each once for all who ask for it at the same time or a little later. */
export class SsrRenderer {
  readonly #options: SsrRendererOptions;
  readonly #limits: typeof defaultLimits;
  readonly #kept: TtlCache<RenderedPage>;
  readonly #putOff: TtlCache<true>;
  readonly #underWay = new Map<string, Promise<Outcome>>();
  /** Another one after each change: what was begun before it is not kept. */
  #age = 0;

  constructor(options: SsrRendererOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    const { now = Date.now } = options;
    const { cacheBytes: maxBytes, cacheMilliseconds, backoffMilliseconds } = this.#limits;
    this.#kept = new TtlCache({ maxBytes, milliseconds: cacheMilliseconds, now });
    this.#putOff = new TtlCache({ maxBytes: 2 ** 20, milliseconds: backoffMilliseconds, now });
  }

  /** Something changed that pages may show. */
  invalidate(): void {
    this.#age += 1;
    this.#kept.clear();
  }

  /** Null where the page is drawn by the browser alone, or cannot be drawn in time. */
  async render(asked: RenderRequest): Promise<RenderedPage | null> {
    const questions = this.#options.pages.queriesFor(asked.path);
    if (!questions) return null;
    const { path, hints, state } = asked;
    const key = JSON.stringify([path, hints.locale, hints.wide, state]);
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const known = this.#kept.get(key);
      if (known) return known;
      if (this.#putOff.get(key)) return null;
      const begun = this.#underWay.get(`${this.#age} ${key}`);
      if (!begun && this.#underWay.size >= this.#limits.maxConcurrent) return null;
      const { page, refused } = await (begun ?? this.#begin(key, asked, questions));
      if (refused === null || refused === asked.sender) return page;
    }
    return null;
  }

  #begin(key: string, asked: RenderRequest, questions: InitialQuery[]): Promise<Outcome> {
    const age = this.#age;
    const name = `${age} ${key}`;
    const outcome = this.#drawInTime(asked, questions)
      .then(({ page, refused }) => {
        if (page && age === this.#age)
          this.#kept.set(key, page, page.end.plain.length + page.end.deflated.length);
        if (!page && refused === null) this.#putOff.set(key, true, key.length);
        return { page, refused };
      })
      // Before anybody hears of it: who was not meant by a refusal begins anew.
      .finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, outcome);
    return outcome;
  }

  async #drawInTime(asked: RenderRequest, questions: InitialQuery[]): Promise<Outcome> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, this.#limits.waitMilliseconds, null);
    });
    try {
      const answers = await Promise.race([this.#answersTo(questions, asked.sender), late]);
      return { page: answers && this.#drawOf(asked, answers), refused: null };
    } catch (error) {
      if (error instanceof SenderRateLimited) return { page: null, refused: asked.sender };
      this.#options.onFailure(error, asked.path);
      return { page: null, refused: null };
    } finally {
      clearTimeout(timer);
    }
  }

  async #answersTo(questions: InitialQuery[], sender: string): Promise<InitialResult[] | null> {
    const answers = await Promise.all(
      questions.map(async (question): Promise<InitialResult> => {
        return [question.key, await this.#options.query(question, sender)];
      }),
    );
    return answers.some(([, answer]) => answer === null) ? null : answers;
  }

  #drawOf({ path, hints }: RenderRequest, answers: InitialResult[]): RenderedPage {
    const { pages, host, rest, now = Date.now } = this.#options;
    const handover = { drawnFor: { ...hints, host, at: now() }, answers };
    const drawn = pages.render(path, handover);
    // React names the pictures that are in it first; they belong to the head.
    const [before = ''] = /^(<link rel="preload"[^>]*\/>)*/.exec(drawn) ?? [];
    const data = JSON.stringify(handover).replaceAll('<', String.raw`\u003c`);
    const script = `<script type="application/json" id="${ssrPayloadId}">${data}</script>`;
    return {
      end: compressEnd(drawn.slice(before.length) + rest.replace('</div>', () => `</div>${script}`)),
      preloads: before.match(/<link [^>]*>/g) ?? [],
    };
  }
}
