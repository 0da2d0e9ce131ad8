/** Request parameters: strings, nested by the brackets in their names. */
export interface Params {
  [name: string]: string | Params | (string | Params)[];
}

/** Deeper than any of Stripe's requests. */
const maxDepth = 8;

/**
 * Parses `items[0][price]=a&expand[]=b`. Fields whose names are all numbers are a list, in their order. Names that
 * Stripe would not send are ignored.
 */
export function parseForm(text: string): Params {
  const root: Params = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name);
    if (path) put(root, path, value);
  }
  return asLists(root) as Params;
}

function pathOf(name: string): string[] | null {
  const [, first, rest = ''] = /^([\w-]+)((?:\[[\w-]*\])*)$/.exec(name) ?? [];
  if (first === undefined) return null;
  const path = [first, ...[...rest.matchAll(/\[([\w-]*)\]/g)].map(([, part = '']) => part)];
  return path.length > maxDepth ? null : path;
}

function put(root: Params, path: string[], value: string): void {
  let at = root;
  for (const [index, part] of path.entries()) {
    // `[]` appends to a list.
    const name = part === '' ? String(Object.keys(at).length) : part;
    if (index === path.length - 1) {
      at[name] = value;
      return;
    }
    const inner = at[name];
    const next: Params =
      typeof inner === 'object' && !Array.isArray(inner) ? inner : (Object.create(null) as Params);
    at[name] = next;
    at = next;
  }
}

function asLists(value: string | Params | (string | Params)[]): string | Params | (string | Params)[] {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  const inner = names.map((name) => asLists(value[name] ?? '')) as (string | Params)[];
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) return inner;
  return Object.fromEntries(names.map((name, index) => [name, inner[index] ?? '']));
}

/** A text field; undefined for a missing, empty or other field. */
export function textOf(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The nested fields; empty without any. */
export function fieldsOf(params: Params, name: string): Params {
  const value = params[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function listOf(params: Params, name: string): (string | Params)[] {
  const value = params[name];
  return Array.isArray(value) ? value : [];
}

/** Metadata is texts alone. */
export function metadataOf(params: Params): Record<string, string> {
  const pairs = Object.entries(fieldsOf(params, 'metadata'));
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}
