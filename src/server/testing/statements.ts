import type { KyselyPlugin, Transaction } from 'kysely';
import { expect } from 'vitest';
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
