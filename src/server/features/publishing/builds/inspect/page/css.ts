/** The declarations of a stylesheet for one element; later ones override. */
export type Declarations = ReadonlyMap<string, string>;

/** The parts of an element that a rule's last compound selector can match. */
export interface StyledElement {
  tag: string;
  id: string | undefined;
  classes: ReadonlySet<string>;
}

const declaration = /(?:^|;)\s*([a-z-]+)\s*:\s*([^;]*)/gi;

/** Reads the text of a `style` attribute, or of a rule between its braces. */
export function readDeclarations(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(declaration))
    found.set(
      name.toLowerCase(),
      value
        .replace(/!\s*important/i, '')
        .trim()
        .toLowerCase(),
    );
  return found;
}

/** In Unity's stylesheets this class marks rules for phones. */
const phonesOnly = /\.unity-mobile\b/;

/**
 * The declarations for an element by the last part of each selector, for all media: a page with another size in some
 * windows has no fixed one. Linear in the length.
 */
export function declarationsFor(element: StyledElement, styles: string): Declarations {
  const found = new Map<string, string>();
  for (const rule of withoutCssComments(styles).split('}')) {
    const open = rule.lastIndexOf('{');
    if (open < 0) continue;
    const selectors = rule.slice(
      Math.max(rule.lastIndexOf('{', open - 1), rule.lastIndexOf(';', open)) + 1,
      open,
    );
    if (!selectors.split(',').some((selector) => endsWith(selector, element))) continue;
    for (const [name, value] of readDeclarations(rule.slice(open + 1))) found.set(name, value);
  }
  return found;
}

function withoutCssComments(styles: string): string {
  return styles
    .split('*/')
    .map((part) => {
      const start = part.indexOf('/*');
      return start < 0 ? part : part.slice(0, start);
    })
    .join(' ');
}

function endsWith(selector: string, { tag, id, classes }: StyledElement): boolean {
  if (phonesOnly.test(selector)) return false;
  const compound =
    selector
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  const parts = compound.match(/^(?:\*|[a-z][\w-]*)|[#.][\w-]+|[:[].*$/gi) ?? [];
  if (parts.length === 0 || parts.join('') !== compound) return false;
  return parts.every((part) => {
    if (part.startsWith('#')) return part.slice(1) === id;
    if (part.startsWith('.')) return classes.has(part.slice(1));
    if (/^[:[]/.test(part)) return true;
    return part === '*' || part.toLowerCase() === tag;
  });
}
