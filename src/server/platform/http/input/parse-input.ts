import * as z from 'zod/mini';
import { errorCatalogue, FluxError } from '#shared/contract/errors.ts';
import { describeIssue } from './input-messages.ts';

/** Of more nobody wants to read, and each costs the answer some bytes. */
const maxNamedFields = 500;
const maxFieldNameLength = 100;
const maxFieldsInSentence = 10;

/**
 * @param part what is parsed, for a problem with all of it
 * @throws FluxError `invalid_input` with a sentence for each field, for the first ones where there are many
 */
export function parseInput<T extends z.ZodMiniType>(schema: T, value: unknown, part = 'body'): z.output<T> {
  const result = z.safeParse(schema, value, { error: describeIssue });
  if (result.success) return result.data;
  const named = new Map<string, string>();
  for (const issue of result.error.issues.slice(0, maxNamedFields)) {
    const isUnknown = issue.code === 'unrecognized_keys';
    const names = isUnknown ? issue.keys.slice(0, maxNamedFields) : [issue.path.join('.') || part];
    for (const name of names.map((text) => text.slice(0, maxFieldNameLength)))
      if (isUnknown || !named.has(name))
        named.set(name, isUnknown ? 'This field is not known here.' : issue.message);
  }
  const fields = Object.fromEntries([...named].slice(0, maxNamedFields));
  throw new FluxError('invalid_input', summaryOf(fields), { fields });
}

/** Sentences that say nothing of their field, which stands before them. */
const withoutField = /^(Expected|This|The value)\b/;

function summaryOf(fields: Record<string, string>): string {
  const sentences = [...new Set(Object.values(fields))];
  const names = Object.keys(fields);
  const [only = ''] = sentences;
  if (sentences.length === 1 && !withoutField.test(only)) return only;
  const more = names.length - maxFieldsInSentence;
  const shown = names.slice(0, maxFieldsInSentence).join(', ') + (more > 0 ? ` and ${more} more` : '');
  if (sentences.length === 1) return `${shown}: ${only}`;
  return `${errorCatalogue.invalid_input.message.replace(/\.$/, '')}: ${shown}.`;
}
