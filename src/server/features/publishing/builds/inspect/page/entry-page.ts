import { type FileIndex, type PlacedFile, readText } from '../placed.ts';
import { partNameOf } from '../unity/part-names.ts';
import { withoutComments } from './comments.ts';
import { type Page, readPage } from './html.ts';
import { resolveReference } from './references.ts';
import { ScriptValues } from './script-values.ts';

/** The start page of a build, read but never run. */
export interface EntryPage {
  file: PlacedFile;
  page: Page;
  /** The text of its scripts, including local external ones, without comments and Unity's own scripts. */
  source: string;
  /** The text of its styles, including local stylesheets. */
  styles: string;
  values: ScriptValues;
}

const maxScripts = 20;
const maxScriptBytes = 1024 * 1024;

/** Reads the start page and its scripts, because templates may call the loader in an external one. */
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

/** Whether a script is a Unity loader, whatever its name. */
export function definesLoader(text: string): boolean {
  return /\bfunction createUnityInstance\s*\(|\bvar UnityLoader\s*=/.test(text);
}

/** Whether a script is one of Unity 6's profiling tools. */
export function isUnityTool(path: string): boolean {
  return /^TemplateData\/(?:diagnostics|profiler)\.js$/.test(path);
}

/** Whether a whole script is a Unity tool: one object made by a function. */
function keepsToItself(path: string, text: string): boolean {
  if (!isUnityTool(path)) return false;
  const script = withoutComments(text).trim();
  const isOneFunction = /^var unity(?:Diagnostics|Profiler)\s*=\s*\(function\s*\(\)\s*\{/.test(script);
  return isOneFunction && script.search(/\n\}\s*\)\s*\(\)/) === script.search(/\n\}\s*\)\s*\(\);?$/);
}
