import type * as z from 'zod/mini';

/** The maximum length of a text, and a matching length function. */
export interface TextLimit {
  most: number;
  lengthOf: (text: string) => number;
}

/**
 * The maximum length in a schema; null if there is none. The schema's transformations, such as trimming,
 * apply before counting, so that the form agrees with the server.
 */
export function textLimitOf(schema: z.core.$ZodType): TextLimit | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'union') return def.options.map(textLimitOf).find((limit) => limit !== null) ?? null;
  if ('innerType' in def) return textLimitOf(def.innerType);
  const before: ((text: string) => string)[] = [];
  for (const check of def.checks ?? []) {
    const { def: rule } = (check as z.core.$ZodChecks)._zod;
    if (rule.check === 'overwrite') before.push(rule.tx as (text: string) => string);
    if (rule.check === 'max_length')
      return {
        most: rule.maximum,
        lengthOf: (text) => codePoints(before.reduce((changed, change) => change(changed), text)),
      };
  }
  return null;
}

/** As in zod: a surrogate pair, such as most emoji, counts as one. */
function codePoints(text: string): number {
  return text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ' ').length;
}
