import type { JsonSchema } from '#shared/contract/openapi.ts';
import { texts } from '../../i18n/en/api-docs.ts';
import { format } from '../../i18n/format.ts';
import { formatNumber } from '../../lib/format/numbers.ts';

/** A word of a type: plain, or the name of a separately described type. */
export type TypeWord = { text: string } | { type: string };

/** The type of a value in words: `list of Application or null`. */
export function typeWords(schema: JsonSchema): TypeWord[] {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return joined(alternatives.map(typeWords));
  if (schema.$ref) return [{ type: schema.$ref.replace(/^.*\//, '') }];
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const) }];
  if (schema.contentMediaType) return [{ text: texts.file }];
  if (schema.type === 'array') return [{ text: texts.listOf }, ...typeWords(schema.items ?? {})];
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return [{ text: texts.objectOf }, ...typeWords(schema.additionalProperties)];
  return joined([schema.type ?? texts.anything].flat().map((text) => [{ text }]));
}

function joined(alternatives: TypeWord[][]): TypeWord[] {
  const different = new Map(alternatives.map((words) => [JSON.stringify(words), words]));
  return [...different.values()].flatMap((words, index) =>
    index > 0 ? [{ text: texts.or }, ...words] : words,
  );
}

/** Constraints of a value, as short sentences. */
export function constraintsOf(schema: JsonSchema): string[] {
  const values = (schema.anyOf ?? [schema]).find((each) => each.enum)?.enum;
  return [
    schema.description ?? '',
    values ? format(texts.oneOfValues, { values: values.join(', ') }) : '',
    lengthNote(schema),
    rangeNote(schema),
    schema.default === undefined || schema.default === ''
      ? ''
      : format(texts.defaultValue, { default: JSON.stringify(schema.default) }),
  ].filter((note) => note !== '');
}

const count = (value: number) => formatNumber(value);

function lengthNote({ minLength = 0, maxLength }: JsonSchema): string {
  if (maxLength === undefined) return minLength > 0 ? texts.notEmpty : '';
  if (minLength === 0) return format(texts.atMostMaxLengthCharacters, { maxLength: count(maxLength) });
  return format(texts.minLengthToMaxLengthCharacters, {
    minLength: count(minLength),
    maxLength: count(maxLength),
  });
}

function rangeNote({ minimum, maximum }: JsonSchema): string {
  if (minimum === undefined)
    return maximum === undefined ? '' : format(texts.atMostMaximum, { maximum: count(maximum) });
  return maximum === undefined
    ? format(texts.minimumOrMore, { minimum: count(minimum) })
    : format(texts.minimumToMaximum, { minimum: count(minimum), maximum: count(maximum) });
}

export interface FieldFacts {
  name: string;
  schema: JsonSchema;
  required: boolean;
}

/** The fields of an object, of the objects in a list, or of a nullable object. None for a named type. */
export function fieldsOf(schema: JsonSchema): FieldFacts[] {
  const inner = schema.items ?? schema.anyOf?.find(({ properties }) => properties);
  if (inner) return fieldsOf(inner);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    schema: property,
    required: schema.required?.includes(name) ?? false,
  }));
}

/** A value of any kind, for fields that the server ignores. */
export function isIgnored({ type, anyOf, oneOf, $ref, ...rest }: JsonSchema): boolean {
  return !type && !anyOf && !oneOf && !$ref && rest.const === undefined && rest.enum === undefined;
}
