import type { KyselyPlugin, Transaction } from 'kysely';
import pg from 'pg';
import { expect, vi } from 'vitest';
import type { Tables } from '../schema.ts';

/** Of work on thousands of rows; PostgreSQL takes 65,535 parameters at most. */
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

/** By which the connection that listens for changes asks now and then whether the database is there. */
const heartbeat = 'select 1';

/**
 * What work answers, with the statements that it sends to the database, in their order and over whichever connection: all
 * that takes a server a time that can be told from outside. Nothing else may be at work meanwhile.
 */
export async function withStatements<T>(
  work: () => Promise<T>,
): Promise<{ answer: T; statements: (string | undefined)[] }> {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const answer = await work();
    const statements = queries.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text,
    );
    return { answer, statements: statements.filter((text) => text !== heartbeat) };
  } finally {
    queries.mockRestore();
  }
}
