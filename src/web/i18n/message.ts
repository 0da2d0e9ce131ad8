/** The names of a message's placeholders: `{name}` and `{count, plural, …}`. */
type PlaceholderNames<Text extends string> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ? NameOf<Inner> | PlaceholderNames<Rest>
  : never;
type NameOf<Inner extends string> = Inner extends `${infer Name}, plural,${string}`
  ? Name
  : Inner extends `${string}${' ' | '#' | '{'}${string}`
    ? never
    : Inner;
type TagNames<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagNames<Rest>
  : never;

/** The arguments of a message: a value for each placeholder and a renderer for each tag. */
export type ValuesOf<Text extends string, Value> = { [Name in PlaceholderNames<Text>]: Value };
export type TagsOf<Text extends string, Draw> = { [Name in TagNames<Text>]: Draw };

export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string }
  | { kind: 'plural'; name: string; forms: Record<string, string> }
  | { kind: 'tag'; name: string; inside: Part[] };

const grammar = /\{(\w+), plural, ((?:\w+ \{[^{}]*\}\s*)+)\}|\{(\w+)\}|<(\w+)>([\s\S]*?)<\/\4>|[^{<]+|[{<]/g;

/** Parses the subset of ICU MessageFormat that the texts use. */
export function parseMessage(message: string): Part[] {
  return [...message.matchAll(grammar)].map(([text, plural, forms, value, tag, inside]): Part => {
    if (plural)
      return {
        kind: 'plural',
        name: plural,
        forms: Object.fromEntries(
          [...(forms ?? '').matchAll(/(\w+) \{([^{}]*)\}/g)].map(([, key, form]) => [key, form]),
        ),
      };
    if (value) return { kind: 'value', name: value };
    if (tag) return { kind: 'tag', name: tag, inside: parseMessage(inside ?? '') };
    return { kind: 'text', text };
  });
}
