import { nextOf } from './scan.ts';

/** The parts of an HTML page that the inspection needs. Nothing is executed. */
export interface Page {
  /** Element names, in lower case. */
  tags: ReadonlySet<string>;
  /** Values of `id` attributes. */
  ids: ReadonlySet<string>;
  /** Single class names. */
  classes: ReadonlySet<string>;
  /** `src` of external scripts, in order. */
  scripts: readonly string[];
  /** Text of inline scripts, in order. */
  inlineScripts: readonly string[];
  /** Text of `<style>` elements, in order. */
  inlineStyles: readonly string[];
  /** `href` of stylesheets. */
  stylesheets: readonly string[];
  /** All resources that the page loads: scripts, styles, images, media, manifests; not its links. */
  references: readonly string[];
  title: string | null;
  /** `href` of `<base>`, or null. */
  base: string | null;
  /** Attributes of the game's elements: each canvas, and its container in Unity pages up to 2019. */
  stages: readonly ReadonlyMap<string, string>[];
  /** The `style` attribute of `<body>`. */
  bodyStyle: string;
}

interface Tag {
  name: string;
  attributes: ReadonlyMap<string, string>;
  end: number;
}

/** A longer tag is data, such as an inlined picture; its end is not searched. */
const maxTagChars = 4 * 1024 * 1024;
const loadingTags: Readonly<Record<string, string>> = {
  script: 'src',
  link: 'href',
  img: 'src',
  video: 'src',
  audio: 'src',
  source: 'src',
  track: 'src',
  iframe: 'src',
  embed: 'src',
  object: 'data',
};
/** These contain text: only their own end tag ends it. */
const closings: ReadonlyMap<string, RegExp> = new Map([
  ['script', /<\/script/gi],
  ['style', /<\/style/gi],
  ['title', /<\/title/gi],
]);
const loadingRels = /^(stylesheet|(shortcut )?icon|apple-touch-icon|manifest|modulepreload|preload)$/i;

/** The ids of the canvas containers of the loader of Unity 5.6 to 2019. */
export const containerIds: ReadonlySet<string> = new Set(['gameContainer', 'unityContainer']);

/** Reads a page in a single pass over its tags; tolerant, linear in its length. */
export function readPage(html: string): Page {
  const page = {
    tags: new Set<string>(),
    ids: new Set<string>(),
    classes: new Set<string>(),
    base: null as string | null,
  };
  const scripts: string[] = [];
  const inlineScripts: string[] = [];
  const inlineStyles: string[] = [];
  const stylesheets: string[] = [];
  const references: string[] = [];
  const stages: ReadonlyMap<string, string>[] = [];
  let title: string | null = null;
  let bodyStyle = '';
  let at = html.indexOf('<');
  while (at >= 0) {
    if (html.startsWith('<!--', at)) {
      at = nextTag(html, indexAfter(html, '-->', at + 4));
      continue;
    }
    const tag = readTag(html, at);
    if (!tag) {
      at = nextTag(html, at + 1);
      continue;
    }
    let end = tag.end;
    page.tags.add(tag.name);
    const id = tag.attributes.get('id');
    if (id !== undefined) page.ids.add(id);
    for (const name of tag.attributes.get('class')?.split(/\s+/) ?? []) if (name) page.classes.add(name);
    if (tag.name === 'canvas' || containerIds.has(id ?? '')) stages.push(tag.attributes);
    const reference = tag.attributes.get(loadingTags[tag.name] ?? '');
    const rel = tag.attributes.get('rel') ?? '';
    if (reference !== undefined && (tag.name !== 'link' || loadingRels.test(rel))) references.push(reference);
    if (tag.name === 'link' && /stylesheet/i.test(rel) && reference !== undefined)
      stylesheets.push(reference);
    if (tag.name === 'body') bodyStyle ||= tag.attributes.get('style') ?? '';
    if (tag.name === 'base') page.base ??= tag.attributes.get('href') ?? null;
    const closing = closings.get(tag.name);
    if (closing) {
      const close = nextOf(closing, html, end);
      const text = html.slice(end, close);
      if (tag.name === 'title') title ??= text.trim();
      if (tag.name === 'style') inlineStyles.push(text);
      if (tag.name === 'script') {
        if (reference !== undefined) scripts.push(reference);
        else inlineScripts.push(text);
      }
      end = close;
    }
    at = nextTag(html, end);
  }
  return {
    ...page,
    scripts,
    inlineScripts,
    inlineStyles,
    stylesheets,
    references,
    title,
    stages,
    bodyStyle,
  };
}

function nextTag(html: string, from: number): number {
  return from >= html.length ? -1 : html.indexOf('<', from);
}

function indexAfter(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from);
  return found < 0 ? text.length : found + part.length;
}

const attributePattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;

function readTag(html: string, start: number): Tag | null {
  const name = /[a-z][a-z0-9-]*/iy;
  name.lastIndex = start + 1;
  const found = name.exec(html);
  if (!found) return null;
  const attributes = new Map<string, string>();
  let at = name.lastIndex;
  const limit = Math.min(html.length, start + maxTagChars);
  while (at < limit && html[at] !== '>') {
    attributePattern.lastIndex = at;
    const attribute = attributePattern.exec(html);
    if (!attribute) {
      at += 1;
      continue;
    }
    at = attributePattern.lastIndex;
    const key = (attribute[1] ?? '').toLowerCase();
    const value = attribute[2] ?? attribute[3] ?? attribute[4] ?? '';
    if (!attributes.has(key)) attributes.set(key, decodeEntities(value));
  }
  return { name: found[0].toLowerCase(), attributes, end: at + 1 };
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  '#39': "'",
  '#x27': "'",
};

function decodeEntities(text: string): string {
  return text.replace(/&(amp|quot|apos|lt|gt|#39|#x27);/gi, (whole, name: string) => {
    return entities[name.toLowerCase()] ?? whole;
  });
}
