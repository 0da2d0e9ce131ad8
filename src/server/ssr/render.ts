import type { FirstAnswer, FirstQuestion, PageDrawer } from '#shared/ssr.ts';
import { handoverId } from '#shared/ssr.ts';
import { Kept } from './cache.ts';
import { type PagePart, packEnd } from './compressed-part.ts';
import type { Reader } from './request-hints.ts';

export interface Drawn {
  /** The rest of the page from inside its root on. */
  end: PagePart;
  /** What the page shows and the browser should fetch with it. */
  preloads: string[];
}

/** Whoever asks has asked too often. It says nothing of the page, nor of anybody else who waits for it. */
export class SenderRefused extends Error {}

interface DrawingOptions {
  pages: PageDrawer;
  /**
   * As visitors are answered, whoever asks for the page. Null where they get no answer.
   * @throws SenderRefused
   */
  ask(question: FirstQuestion, sender: string): Promise<unknown>;
  host: string;
  /** What stands behind the root. */
  rest: string;
  now?: () => number;
  onFailure(error: unknown, path: string): void;
  limits?: Partial<typeof defaultLimits>;
}

const defaultLimits = {
  /** More than these wait for a page that nobody has drawn yet: everybody else draws it in the browser. */
  atOnce: 8,
  waitMilliseconds: 1_000,
  keptMilliseconds: 5_000,
  keptBytes: 16 * 2 ** 20,
  /** What failed or was late is left to browsers for so long: it would hold up each visitor anew, and the database. */
  putOffMilliseconds: 10_000,
};

/** Of several who ask too often at once each would be waited for. */
const maxTries = 3;

interface Asked {
  path: string;
  reader: Reader;
  /** What the page is made from, as far as it is known: another one is another page. */
  state: string;
  /** Who is counted as having asked. */
  sender: string;
}

interface Outcome {
  page: Drawn | null;
  /** The sender who was refused; null where it holds for everybody. */
  refused: string | null;
}

/** Draws pages of visitors, each once for all who ask for it at the same time or a little later. */
export class Drawing {
  readonly #options: DrawingOptions;
  readonly #limits: typeof defaultLimits;
  readonly #kept: Kept<Drawn>;
  readonly #putOff: Kept<true>;
  readonly #underWay = new Map<string, Promise<Outcome>>();
  /** Another one after each change: what was begun before it is not kept. */
  #age = 0;

  constructor(options: DrawingOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    const { now = Date.now } = options;
    const { keptBytes: maxBytes, keptMilliseconds, putOffMilliseconds } = this.#limits;
    this.#kept = new Kept({ maxBytes, milliseconds: keptMilliseconds, now });
    this.#putOff = new Kept({ maxBytes: 2 ** 20, milliseconds: putOffMilliseconds, now });
  }

  /** Something changed that pages may show. */
  forget(): void {
    this.#age += 1;
    this.#kept.clear();
  }

  /** Null where the page is drawn by the browser alone, or cannot be drawn in time. */
  async draw(asked: Asked): Promise<Drawn | null> {
    const questions = this.#options.pages.questionsOf(asked.path);
    if (!questions) return null;
    const { path, reader, state } = asked;
    const key = JSON.stringify([path, reader.locale, reader.wide, state]);
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const known = this.#kept.get(key);
      if (known) return known;
      if (this.#putOff.get(key)) return null;
      const begun = this.#underWay.get(`${this.#age} ${key}`);
      if (!begun && this.#underWay.size >= this.#limits.atOnce) return null;
      const { page, refused } = await (begun ?? this.#begin(key, asked, questions));
      if (refused === null || refused === asked.sender) return page;
    }
    return null;
  }

  #begin(key: string, asked: Asked, questions: FirstQuestion[]): Promise<Outcome> {
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

  async #drawInTime(asked: Asked, questions: FirstQuestion[]): Promise<Outcome> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, this.#limits.waitMilliseconds, null);
    });
    try {
      const answers = await Promise.race([this.#answersTo(questions, asked.sender), late]);
      return { page: answers && this.#drawOf(asked, answers), refused: null };
    } catch (error) {
      if (error instanceof SenderRefused) return { page: null, refused: asked.sender };
      this.#options.onFailure(error, asked.path);
      return { page: null, refused: null };
    } finally {
      clearTimeout(timer);
    }
  }

  async #answersTo(questions: FirstQuestion[], sender: string): Promise<FirstAnswer[] | null> {
    const answers = await Promise.all(
      questions.map(async (question): Promise<FirstAnswer> => {
        return [question.key, await this.#options.ask(question, sender)];
      }),
    );
    return answers.some(([, answer]) => answer === null) ? null : answers;
  }

  #drawOf({ path, reader }: Asked, answers: FirstAnswer[]): Drawn {
    const { pages, host, rest, now = Date.now } = this.#options;
    const handover = { drawnFor: { ...reader, host, at: now() }, answers };
    const drawn = pages.draw(path, handover);
    // React names the pictures that are in it first; they belong to the head.
    const [before = ''] = /^(<link rel="preload"[^>]*\/>)*/.exec(drawn) ?? [];
    const data = JSON.stringify(handover).replaceAll('<', String.raw`\u003c`);
    const script = `<script type="application/json" id="${handoverId}">${data}</script>`;
    return {
      end: packEnd(drawn.slice(before.length) + rest.replace('</div>', () => `</div>${script}`)),
      preloads: before.match(/<link [^>]*>/g) ?? [],
    };
  }
}
