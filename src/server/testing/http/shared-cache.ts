import type { TestServer } from '../servers/server.ts';
import { type Answer, request } from './request.ts';

/** A `GET`; the host is in its headers. */
export interface CacheRequest {
  path: string;
  headers: Record<string, string | undefined>;
}

interface CachedAnswer {
  answer: Answer;
  /** The request's headers named by `Vary`; for a part also its range. */
  asked: string;
}

/** Statuses that are cacheable by default (RFC 9110, 15.1). */
const kept = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]);

/**
 * A shared cache such as a proxy or a CDN (RFC 9111). It stores everything it may, as long as it may, and permanently
 * without an expiry. It revalidates with all of an address's ETags and serves the one that the server selects. It
 * serves parts of whole responses, and stores parts.
 */
export class SharedCache {
  /** Answers that came from here. */
  hits = 0;
  readonly #server: TestServer;
  readonly #kept = new Map<string, CachedAnswer[]>();

  constructor(server: TestServer) {
    this.#server = server;
  }

  async get({ path, headers }: CacheRequest): Promise<Answer> {
    const name = `${headers.host} ${path}`;
    const variants = this.#kept.get(name) ?? [];
    const fitting = variants.find(({ answer, asked }) => asked === variedBy(answer, headers));
    if (fitting && isFresh(fitting.answer)) return this.#hit(fitting.answer, headers.range);
    // A part is revalidated only for requests of that part: others would get it as the whole (RFC 9111, 4.3.1).
    const known = variants.filter(
      ({ answer, asked }) => !isPart(answer) || asked === variedBy(answer, headers),
    );
    const tags = known.flatMap(({ answer }) => answer.headers.etag ?? []);
    const answer = await request(this.#server, path, {
      headers: { ...headers, 'if-none-match': tags.length > 0 ? tags.join(', ') : undefined },
    });
    if (answer.status === 304) {
      const named = known.find((each) => each.answer.headers.etag === answer.headers.etag);
      if (!named) throw new Error(`${name} has a 304 with a tag that was not asked for.`);
      const confirmed = { ...named.answer, headers: { ...named.answer.headers, ...answer.headers } };
      return this.#hit(confirmed, headers.range);
    }
    const others = variants.filter((each) => each.asked !== variedBy(answer, headers));
    if (mayKeep(answer)) this.#kept.set(name, [...others, { answer, asked: variedBy(answer, headers) }]);
    return answer;
  }

  #hit(answer: Answer, range: string | undefined): Answer {
    this.hits += 1;
    return range === undefined ? answer : partOf(answer, range);
  }
}

const isPart = ({ status }: Answer) => status === 206;

function partOf(answer: Answer, range: string): Answer {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (answer.status !== 200 || answer.headers['accept-ranges'] !== 'bytes') return answer;
  const size = answer.body.length;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  const headers = { ...answer.headers, 'content-range': `bytes ${start}-${end}/${size}` };
  return { ...answer, status: 206, headers, body: answer.body.subarray(start, end + 1) };
}

const directives = ({ headers }: Answer) => headers['cache-control']?.split(/,\s*/) ?? [];

function mayKeep(answer: Answer): boolean {
  const said = directives(answer);
  if (said.includes('no-store') || said.includes('private') || answer.headers.vary === '*') return false;
  return kept.has(answer.status) || said.some((each) => /^(public|max-age)/.test(each));
}

function isFresh(answer: Answer): boolean {
  return !directives(answer).includes('no-cache');
}

function variedBy(answer: Answer, headers: CacheRequest['headers']): string {
  const varied = answer.headers.vary?.toLowerCase().split(/,\s*/) ?? [];
  const names = isPart(answer) ? [...varied, 'range'] : varied;
  return JSON.stringify(names.map((name) => [name, headers[name] ?? null]));
}
