import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

/** The syntax tree of a page of Markdown, as GitHub reads it. */
export function parseMarkdown(source) {
  return fromMarkdown(source, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
}

/** Every node of a type, in the order of the page. */
export function nodesOf(tree, types) {
  const children = (tree.children ?? []).flatMap((child) => nodesOf(child, types));
  return types.includes(tree.type) ? [tree, ...children] : children;
}

/** @returns the words of a node, and for each character its line. Code is one word in backticks. */
export function readText(node) {
  const text = [];
  const lines = [];
  const add = (value, line) => {
    for (const character of value) {
      text.push(character);
      lines.push(line);
      if (character === '\n') line += 1;
    }
  };
  const visit = (each) => {
    if (each.type === 'text') add(each.value, each.position.start.line);
    else if (each.type === 'inlineCode')
      add(`\`${each.value.replaceAll(/\s+/g, '_')}\``, each.position.start.line);
    else if (each.type === 'break') add(' ', each.position.start.line);
    else each.children?.forEach(visit);
  };
  visit(node);
  return { text: text.join(''), lines };
}

/** The anchors of a page's headings, as GitHub names them. */
export function anchorsOf(tree) {
  const taken = new Map();
  return nodesOf(tree, ['heading']).map((heading) => {
    const words = nodesOf(heading, ['text', 'inlineCode']).map(({ value }) => value);
    const anchor = words
      .join('')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-');
    const count = taken.get(anchor) ?? 0;
    taken.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}
