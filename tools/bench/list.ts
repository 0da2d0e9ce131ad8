import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { countApplications } from '#shared/apps/app-list.ts';
import { listApplications } from '#shared/apps/apps.ts';
import { endpointUrl } from '#shared/contract/endpoint-url.ts';
import { type Figure, figure, median } from './figures.ts';
import { ListDatabase } from './list-database.ts';
import { commonWord, filteredCreator, filteredOrganization, rareWord } from './list-rows.ts';
import type { Effort } from './run.ts';

interface Case {
  name: string;
  /** A page must not get slower as the table grows. A search must be fast at any size. */
  kind: 'page' | 'search' | 'count';
  query: Record<string, string>;
  /** Start position as a fraction of all applications, newest first. */
  depth?: number;
}

const cases: Case[] = [
  { name: 'first page', kind: 'page', query: {} },
  { name: 'deep page', kind: 'page', query: {}, depth: 0.9 },
  { name: 'filtered by organization', kind: 'page', query: { organization: filteredOrganization } },
  { name: 'filtered by creator', kind: 'page', query: { creator: filteredCreator } },
  { name: 'rare word', kind: 'search', query: { q: rareWord } },
  { name: 'common word', kind: 'search', query: { q: commonWord } },
  { name: 'common word, deep', kind: 'search', query: { q: commonWord }, depth: 0.5 },
  { name: 'substring of common words', kind: 'search', query: { q: 'latfor' } },
  { name: 'substring of a rare word', kind: 'search', query: { q: 'uuxotr' } },
  { name: 'two words', kind: 'search', query: { q: `racer ${rareWord}` } },
  { name: 'two letters', kind: 'search', query: { q: 'ti' } },
  { name: 'misspelt common word', kind: 'search', query: { q: 'platfromer' } },
  { name: 'misspelt rare word', kind: 'search', query: { q: 'quuxortron' } },
  { name: 'word that is nowhere', kind: 'search', query: { q: 'wyrmhaven' } },
  { name: 'no letter at all', kind: 'search', query: { q: '!!!' } },
  {
    name: 'common word of an organization',
    kind: 'search',
    query: { q: commonWord, organization: filteredOrganization },
  },
  { name: 'count', kind: 'count', query: {} },
  { name: 'count of a rare word', kind: 'count', query: { q: rareWord } },
  { name: 'count of a common word', kind: 'count', query: { q: commonWord } },
];

/** Warm-up requests. They open connections, fill caches and trigger compilation, and are not measured. */
const warmUps = 20;

/** Times in milliseconds of one case at one size. */
interface Times {
  flux: number[];
  bare: number[];
}

/**
 * Response times of lists with few and with many applications: a real server over HTTP, one request after
 * another. The peer is the same SQL statements, sent directly to the same database by the same driver.
 */
export async function measureLists({ rounds }: Effort): Promise<Figure[]> {
  const quick = rounds === 1;
  const few = await ListDatabase.start(quick ? 2_000 : 10_000);
  try {
    const many = await ListDatabase.start(quick ? 30_000 : 1_000_000);
    try {
      return await compare(few, many, rounds * 12);
    } finally {
      await many.dispose();
    }
  } finally {
    await few.dispose();
  }
}

async function compare(few: ListDatabase, many: ListDatabase, repeats: number): Promise<Figure[]> {
  const sizes = [few, many];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const figures: Figure[] = [];
  for (const each of cases) {
    const measured = new Map<ListDatabase, Times>();
    const asked = new Map(
      await Promise.all(sizes.map(async (size) => [size, await prepare(size, each)] as const)),
    );
    // Alternates sizes and sides, so that other load on the machine affects all of them equally.
    for (let repeat = -warmUps; repeat < repeats; repeat += 1)
      for (const size of sizes) {
        const times = measured.get(size) ?? { flux: [], bare: [] };
        measured.set(size, times);
        const { path, replay } = asked.get(size) ?? {};
        if (!path || !replay) throw new Error('Nothing was prepared.');
        const flux = await timed(() => get(agent, size, path, repeat));
        const bare = await timed(replay);
        if (repeat < 0) continue;
        times.flux.push(flux);
        times.bare.push(bare);
      }
    figures.push(...figuresOf(each, measured.get(few), measured.get(many), sizes));
  }
  agent.destroy();
  return figures;
}

async function prepare(size: ListDatabase, { kind, query, depth }: Case) {
  const cursor = depth === undefined ? undefined : await size.cursorAt(depth, query.q !== undefined);
  const { path } = kind === 'count' ? countApplications : listApplications;
  const input = { ...query, ...(cursor ? { cursor } : {}) };
  const replay = await size.statementsOf(kind, input);
  return { path: endpointUrl(path, {}, input), replay };
}

function figuresOf(
  each: Case,
  few: Times | undefined,
  many: Times | undefined,
  sizes: ListDatabase[],
): Figure[] {
  if (!few || !many) throw new Error('Nothing was measured.');
  const [small, large] = [median(few.flux), median(many.flux)];
  const said = [few, many].map(
    ({ flux, bare }, index) =>
      `${sizes[index]?.count.toLocaleString('en')} apps: median ${ms(median(flux))}, p99 ${ms(p99(flux))}, statements alone ${ms(median(bare))}`,
  );
  const name = `list: ${each.name}`;
  const main =
    each.kind === 'page'
      ? figure(name, large / small, '× as with few apps', { atMost: 1.5 }, said.join('; '))
      : figure(name, large, 'ms', { atMost: 50 }, said.join('; '));
  const share = large / median(many.bare);
  return [main, figure(`${name}, over HTTP`, share, '× its statements', { atMost: 2 })];
}

function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN;
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * Each request has its own client address, sent as by a trusted proxy, so that the rate limit does not apply.
 */
function get(
  agent: Agent,
  { port }: ListDatabase,
  path: string,
  repeat: number,
): Promise<IncomingHttpHeaders> {
  const forwarded = `10.${port % 200}.${(repeat + warmUps) >> 8}.${(repeat + warmUps) & 255}`;
  const headers = { host: `flux.localhost:${port}`, 'x-forwarded-for': forwarded };
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, agent, headers }, (incoming) => {
      incoming.on('error', reject).on('end', () => {
        if (incoming.statusCode === 200) resolve(incoming.headers);
        else reject(new Error(`${path} answers ${incoming.statusCode}.`));
      });
      incoming.resume();
    });
    outgoing.on('error', reject).end();
  });
}
