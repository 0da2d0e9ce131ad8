import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { AnyEndpoint } from '#shared/contract/contract.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { parseInput } from './parse-input.ts';

const shared = new URL('../../../../shared/', import.meta.url);
const names = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^[\w/-]+\.ts$/.test(name),
);
const modules: object[] = await Promise.all(names.map((name) => import(new URL(name, shared).href)));
const endpoints = modules
  .flatMap((exported): unknown[] => Object.values(exported))
  .filter(
    (value): value is AnyEndpoint => typeof value === 'object' && value !== null && 'encoding' in value,
  );

/** Inputs of every wrong kind, for the whole part and for each of its fields. */
function wrongInputs(schema: z.ZodMiniType): unknown[] {
  const wrong = [undefined, null, [], {}, '', 'x', -1, Number.NaN, true];
  const fields = new Set<string>();
  const collect = (each: z.ZodMiniType) => {
    const { def } = (each as unknown as { _zod: { def: { shape?: object; options?: z.ZodMiniType[] } } })
      ._zod;
    for (const name of Object.keys(def.shape ?? {})) fields.add(name);
    for (const option of def.options ?? []) collect(option);
  };
  collect(schema);
  return [...wrong, ...[...fields].flatMap((field) => wrong.map((value) => ({ [field]: value })))];
}

function refusalOf(schema: z.ZodMiniType, value: unknown) {
  try {
    parseInput(schema, value);
    return null;
  } catch (error) {
    if (error instanceof FluxError) return error.toBody();
    throw error;
  }
}

test('every call says of every wrong input which field is wrong and what it should be', () => {
  expect(endpoints.length).toBeGreaterThan(80);
  let refused = 0;
  for (const { method, path, ...parts } of endpoints)
    for (const schema of [parts.params, parts.query, parts.body])
      for (const value of wrongInputs(schema)) {
        const refusal = refusalOf(schema, value);
        if (refusal === null) continue;
        refused += 1;
        const where = `${method} ${path} ${JSON.stringify(value)}`;
        expect(Object.keys(refusal.fields ?? {}), where).not.toEqual([]);
        for (const text of [refusal.error, ...Object.values(refusal.fields ?? {})])
          expect(text, where).not.toMatch(/invalid input|^$/i);
        expect(refusal.error, where).not.toMatch(
          /^(Expected|This|The value|The request contains invalid values\.)/,
        );
      }
  expect(refused).toBeGreaterThan(1000);
});
