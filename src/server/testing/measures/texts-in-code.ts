import ts from 'typescript';

/** Props with names instead of texts. */
const codeAttributes =
  /^(className|class|key|id|to|href|src|type|variant|size|tone|role|name|htmlFor|rel|target|value|defaultValue|d|viewBox|fill|stroke.*|data-.*|autoComplete|autoCapitalize|inputMode|accept|method|encType|preserveAspectRatio|vectorEffect|transform|points|as|side|align|dir|lang|scope|sandbox|allow|referrerPolicy|crossOrigin|loading|decoding|sizes|srcSet|style|kind|layout|look|seed|queryKey|mutationKey|aria-(?!label$|description$|valuetext$|roledescription$).*|.*ClassName)$/;

/** Calls whose strings are for code or developers. */
const codeCalls =
  /^(cn|clsx|cva|Error|TypeError|RangeError|URL|RegExp|Intl\..*|import|lazy|require|console\..*|performance\..*|localStorage\..*|sessionStorage\..*|readStorage.*|.*\.(addEventListener|removeEventListener|dispatchEvent|querySelector|querySelectorAll|closest|matches|matchMedia|createElement|getElementById|setAttribute|getAttribute|removeAttribute|hasAttribute|setProperty|includes|startsWith|endsWith|split|get|set|has|delete|append|getItem|setItem|removeItem|toLocaleString|watch|setValue|getValues|trigger|register|invalidateQueries|searchParams\..*)|matchMedia|useMediaQuery|fetch|BroadcastChannel|addEventListener|CustomEvent|Event|DOMException|setProperty)$/;

const brand =
  /^(Flux|Unity|Unity \d+|GitHub|Google|Discord|Stripe|WebGL|AWS|Azure|OAuth|Firebase|OpenAPI [\d.]+|Edge|Opera|Samsung Internet|Vivaldi|Firefox|Chrome|Safari|Android|Windows|Linux|American Express|Diners Club|Enter|Esc|Escape|Tab|Space|Shift|Control|Alt|Meta)$/;

/** Whether a string reads like text for users rather than a name, a class list or an address. */
export function readsLikeText(text: string): boolean {
  const words = text.replace(/\{\w*\}/g, ' ').trim();
  if (!/[A-Za-z]{2}/.test(words)) return false;
  if (/^[\w.+-]*:\/\/|^[./#?&@]|^\w+:[^\s]*$|^(application|image|text|video|audio)\/|^\w+\/\w+/.test(words))
    return false;
  if (/^[A-Z0-9_]+$/.test(words) || /[\w)\]]\.(tsx?|css|svg|png|zip|json|wasm)$/.test(words)) return false;
  if (!/\s/.test(words)) {
    if (/^[A-Z][a-z]+([A-Z]\w*)$/.test(words) || /[_=<>$]|\w-\w*:|::/.test(words)) return false;
    return /^[“"'(]?[A-Z][a-z’'-]+[)”"'.,:;!?…]*$/.test(words);
  }
  if (/^[A-Z]?[a-z]*[“"'(]?[A-Z]|[.!?…]$/.test(words) && /[a-z]{2}/.test(words)) return true;
  // All lower case: words of a sentence, unless any of them has what only classes and code have.
  const tokens = words.split(/\s+/);
  if (
    tokens.some(
      (token) => /[-:[\]/=<>_%#]|\d[a-z]|[a-z]\d/.test(token) && !/^[a-z]+-[a-z]+[.,]?$/.test(token),
    )
  )
    return /(^|\s)(the|of|and|a|to|in|is|are|was|for)(\s|$)/.test(words) && !/[:[\]]\S/.test(words);
  if (tokens.some((token) => classWords.has(token))) return false;
  return tokens.filter((token) => /^[a-z’']{2,}[.,:;!?…]*$/.test(token)).length > 0;
}

const classWords = new Set(
  'flex grid block hidden absolute relative fixed sticky truncate underline border uppercase sr-only size-full w-full items-center shrink-0 solid ease-out transparent none auto normal'.split(
    ' ',
  ),
);

/** '{} with {}': a template that is a sentence but for its values. */
function joinsWords(node: ts.Node): boolean {
  if (!ts.isTemplateExpression(node)) return false;
  const words = wordsOf(node);
  return (
    /(^|\s)[a-z]{2,}[,.]?(\s|$)/.test(words) && /^[\s{}A-Za-z,.’'"·—–]+$/.test(words) && !classTokens(words)
  );
}

function classTokens(words: string): boolean {
  return words.split(/\s+/).some((token) => classWords.has(token));
}

export type TextNode = ts.StringLiteralLike | ts.TemplateExpression | ts.JsxText;

/** The text of a template, with a mark for every value. */
export function wordsOf(node: TextNode): string {
  if (!ts.isTemplateExpression(node)) return node.text;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
}

/** All strings, templates and texts between tags that are written for users. */
export function textsIn(file: ts.SourceFile): TextNode[] {
  const found: TextNode[] = [];
  const visit = (node: ts.Node): void => {
    if (isForCode(node)) return;
    if (ts.isJsxText(node) || isSaid(node)) {
      if (/[A-Za-z]{2}/.test(node.text) && !brand.test(node.text.trim())) found.push(node);
      return;
    }
    if (
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateExpression(node)
    ) {
      if ((readsLikeText(wordsOf(node)) || joinsWords(node)) && !brand.test(wordsOf(node).trim()))
        found.push(node);
      if (!ts.isTemplateExpression(node)) return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isForCode(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isJsxElement(node) && /^(Code|code|kbd)$/.test(node.openingElement.tagName.getText())) return true;
  if (ts.isJsxAttribute(node)) {
    const name = node.name.getText();
    return (
      codeAttributes.test(name) &&
      !holdsElements(node) &&
      !(name === 'name' && (holdsSpaces(node) || isHead(node)))
    );
  }
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const name = node.expression.getText();
    return codeCalls.test(name) && !/\.(set|get)$/.test(name) && !holdsElements(node);
  }
  if (ts.isTaggedTemplateExpression(node)) return true;
  if (!parent) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isPropertyAssignment(parent) && /^(query|mutation)Key$/.test(parent.name.getText())) return true;
  if (ts.isPropertyAssignment(parent) && codeAttributes.test(parent.name.getText()))
    return isPlain(node) && !isHead(parent);
  if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) return true;
  if (ts.isCaseClause(parent) && parent.expression === node) return true;
  if (ts.isBinaryExpression(parent) && /^[=!]==?$|^in$/.test(parent.operatorToken.getText()))
    return isPlain(node);
  if (
    ts.isVariableDeclaration(parent) &&
    parent.initializer === node &&
    /Look|Class(es|Name)?$|Style$/.test(parent.name.getText())
  )
    return true;
  return false;
}

/** 'name' and 'value' of an object may be in words; a look or a kind is not. */
function isPlain(node: ts.Node): boolean {
  return (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && !/\s/.test(wordsOf(node).trim());
}

/** The head of a column or of a fact, which is its name: `{ name: 'Owner', … }`, `<Fact name="Account">`. */
function isHead({ name, initializer }: ts.PropertyAssignment | ts.JsxAttribute): boolean {
  return (
    name.getText() === 'name' &&
    initializer !== undefined &&
    ts.isStringLiteral(initializer) &&
    /^[A-Z][a-z]+$/.test(initializer.text)
  );
}

/** Always read as text: `{isOver ? 'ended' : 'ends'}` between tags, and list separators. */
function isSaid(node: ts.Node): node is ts.StringLiteralLike {
  if (!ts.isStringLiteralLike(node)) return false;
  let inner: ts.Node = node;
  let { parent } = node as ts.Node;
  if (ts.isCallExpression(parent)) return parent.expression.getText().endsWith('.join');
  while (isOneOfSeveral(parent, inner)) {
    inner = parent;
    parent = parent.parent;
  }
  return ts.isJsxExpression(parent) && (ts.isJsxElement(parent.parent) || ts.isJsxFragment(parent.parent));
}

/** Whether text outside may be concatenated with text inside. */
function isOneOfSeveral(outer: ts.Node, inner: ts.Node): boolean {
  if (ts.isConditionalExpression(outer)) return outer.condition !== inner;
  if (ts.isBinaryExpression(outer)) return /^(&&|\|\||\?\?)$/.test(outer.operatorToken.getText());
  return ts.isParenthesizedExpression(outer);
}

/** A field has a name in code; a row or an action has a label. */
function holdsSpaces(node: ts.Node): boolean {
  const isSpaced = (inner: ts.Node) =>
    (ts.isStringLiteralLike(inner) || ts.isTemplateExpression(inner)) && /\s/.test(wordsOf(inner).trim());
  let holds = false;
  const visit = (inner: ts.Node): void => {
    holds ||= isSpaced(inner);
    if (!holds) ts.forEachChild(inner, visit);
  };
  visit(node);
  return holds;
}

function holdsElements(node: ts.Node): boolean {
  let holds = false;
  const visit = (inner: ts.Node): void => {
    holds ||= ts.isJsxElement(inner) || ts.isJsxSelfClosingElement(inner) || ts.isJsxFragment(inner);
    if (!holds) ts.forEachChild(inner, visit);
  };
  visit(node);
  return holds;
}
