import { isolate } from './isolate.ts';
import { formatLocale, locale } from './locale.ts';
import { type Part, parseMessage, type ValuesOf } from './message.ts';

type Value = string | number | null | undefined;

/** Formats a message with its values: `format('{count, plural, one {# member} other {# members}}', { count: 2 })`. */
export function format<Text extends string>(message: Text, values: ValuesOf<Text, Value>): string {
  const given: Record<string, Value> = values;
  const formatPart = (part: Part): string => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'plural') return selectPlural(part, Number(given[part.name]));
    if (part.kind === 'tag') return part.inside.map(formatPart).join('');
    const value = given[part.name];
    return typeof value === 'string' ? isolate(value) : String(value ?? '');
  };
  return parseMessage(message).map(formatPart).join('');
}

/** Created on first use: `Intl.PluralRules` is expensive during page load. */
let rules: Intl.PluralRules | undefined;

export function selectPlural({ forms }: Extract<Part, { kind: 'plural' }>, count: number): string {
  rules ??= new Intl.PluralRules(locale.tag);
  const form = forms[rules.select(count)] ?? forms.other ?? '';
  return form.replace('#', count.toLocaleString(formatLocale));
}
