import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { KyselyPlugin, Transaction } from 'kysely';
import pg from 'pg';
import { expect, vi } from 'vitest';
import type { Tables } from '../../db/schema.ts';

/** For work on thousands of rows; PostgreSQL accepts 65,535 parameters at most. */
const few = 50;

/** What work answers that sends few statements of few parameters, however many rows they are about. */
export async function inFewStatements<T>(
  trx: Transaction<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const parameters: number[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      parameters.push(trx.getExecutor().compileQuery(node, queryId).parameters.length);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const result = await work(trx.withPlugin(plugin));
  expect(parameters.length, 'statements').toBeLessThan(few);
  expect(Math.max(0, ...parameters), 'parameters of a statement').toBeLessThan(few);
  return result;
}

/** The statements of the measured work, over all its asynchronous steps. */
const measured = new AsyncLocalStorage<SentStatement[]>();

interface Statement {
  text: string;
  values: unknown[];
}

interface SentStatement extends Statement {
  answered: unknown;
}

/**
 * Returns the result of the work and the database statements of its requests, in order and over all connections. Only
 * statements that the requests caused count: timers and neighbours in the same process send theirs at any time.
 */
export async function withStatements<T>(
  work: () => Promise<T>,
): Promise<{ answer: T; statements: Statement[]; texts: string[] }> {
  const statements: SentStatement[] = [];
  const measure = () => measured.enterWith(statements);
  const { query: send } = pg.Client.prototype;
  const queries = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...parameters: unknown[]
  ) {
    const [query, values] = parameters as [string | { text?: string } | undefined, unknown];
    const answered = Reflect.apply(send, this, parameters);
    const text = (typeof query === 'string' ? query : query?.text) ?? '';
    measured.getStore()?.push({ text, values: Array.isArray(values) ? values : [], answered });
    return answered;
  });
  subscribe('http.server.request.start', measure);
  try {
    const answer = await measured.run(statements, work);
    // Work after the response counts too.
    for (const { answered } of statements) await Promise.allSettled([answered]);
    return {
      answer,
      statements: statements.map(({ text, values }) => ({ text, values })),
      texts: statements.map(({ text }) => text),
    };
  } finally {
    unsubscribe('http.server.request.start', measure);
    queries.mockRestore();
  }
}
