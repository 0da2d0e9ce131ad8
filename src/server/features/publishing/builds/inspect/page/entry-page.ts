import { type FileIndex, type PlacedFile, readText } from '../placed.ts';
import { partNameOf } from '../unity/part-names.ts';
import { withoutComments } from './comments.ts';
import { type Page, readPage } from './html.ts';
import { resolveReference } from './references.ts';
import { ScriptValues } from './script-values.ts';

/** The page a build starts from, read but never run. */
export interface EntryPage {
  file: PlacedFile;
  page: Page;
  /** The text of its scripts, the local external ones included, without comments and Unity's own. */
  source: string;
  /** The text of its styles, the local stylesheets included. */
  styles: string;
  values: ScriptValues;
}

const maxScripts = 20;
const maxScriptBytes = 1024 * 1024;

/** Reads the entry page and the scripts that it brings, because templates may hide the loader's call in one. */
export async function readEntryPage(file: PlacedFile, index: FileIndex): Promise<EntryPage> {
  const page = readPage(await readText(file));
  const texts = [...page.inlineScripts];
  for (const src of page.scripts.slice(0, maxScripts)) {
    const path = resolveReference(src, '')?.path;
    const script = path === undefined ? null : (index.find(path) ?? index.findFolded(path));
    if (!script || partNameOf(script.path)?.role === 'loader') continue;
    const text = await readText(script, maxScriptBytes);
    if (!definesLoader(text) && !keepsToItself(script.path, text)) texts.push(text);
  }
  const source = texts.map(withoutComments).join('\n;\n');
  return { file, page, source, styles: await readStyles(page, index), values: new ScriptValues(source) };
}

async function readStyles(page: Page, index: FileIndex): Promise<string> {
  const texts = [...page.inlineStyles];
  for (const href of page.stylesheets.slice(0, maxScripts)) {
    const path = resolveReference(href, '')?.path;
    const sheet = path === undefined ? null : (index.find(path) ?? index.findFolded(path));
    if (sheet) texts.push(await readText(sheet, maxScriptBytes));
  }
  return texts.join('\n');
}

/** Whether a script is itself a loader of Unity, whatever it is called. */
export function definesLoader(text: string): boolean {
  return /\bfunction createUnityInstance\s*\(|\bvar UnityLoader\s*=/.test(text);
}

/** Whether a script is one that Unity 6 adds to its templates, to show the numbers of a game and to profile it. */
export function isUnityTool(path: string): boolean {
  return /^TemplateData\/(?:diagnostics|profiler)\.js$/.test(path);
}

/** Whether it is a tool of Unity as a whole: one object that a function makes, and nothing beside it. */
function keepsToItself(path: string, text: string): boolean {
  if (!isUnityTool(path)) return false;
  const script = withoutComments(text).trim();
  const isOneFunction = /^var unity(?:Diagnostics|Profiler)\s*=\s*\(function\s*\(\)\s*\{/.test(script);
  return isOneFunction && script.search(/\n\}\s*\)\s*\(\)/) === script.search(/\n\}\s*\)\s*\(\);?$/);
}
