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
    if (!definesLoader(text)) texts.push(text);
  }
  const source = texts.map(withoutComments).join('\n;\n');
  return { file, page, source, values: new ScriptValues(source) };
}

/** Whether a script is itself a loader of Unity, whatever it is called. */
export function definesLoader(text: string): boolean {
  return /\bfunction createUnityInstance\s*\(|\bvar UnityLoader\s*=/.test(text);
}
