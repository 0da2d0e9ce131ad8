import type * as z from 'zod/mini';

/** How long a text may be, and how long one is by the same count. */
export interface TextLimit {
  most: number;
  lengthOf: (text: string) => number;
}

/**
 * What a schema says of the length of a text; null where it says nothing. What the schema changes of a text before it
 * counts, such as the spaces around it, is not counted here either, or a form would say other than what is answered.
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

/** As zod counts: what JavaScript keeps in two units, as it does most pictures among letters, is one. */
function codePoints(text: string): number {
  return text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ' ').length;
}
