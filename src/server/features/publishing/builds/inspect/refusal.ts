import { BuildRefusedError } from '../tree.ts';
import type { PlacedFile } from './placed.ts';

const lookedFor =
  'Looked for: an index.html, or the parts of a Unity web build (a loader, a framework, a data and a wasm file).';
const exporting =
  'choose File > Build Settings (Build Profiles), select WebGL or Web, press Build, ' +
  'and upload a zip of the folder that this makes.';
const exportHint = `What to do: in Unity, ${exporting}`;

/** Whether the files are the source of a Unity game: `Assets/` and `ProjectSettings/` in one folder. */
export function isUnityProject(files: readonly PlacedFile[]): boolean {
  const tops = new Set<string>();
  for (const file of files) {
    const settings = /^(.*\/)?ProjectSettings\//.exec(file.path);
    if (settings) tops.add(settings[1] ?? '');
  }
  return [...tops].some((top) => files.some((file) => file.path.startsWith(`${top}Assets/`)));
}

/** Whether the files are a game for Windows, macOS or Linux. */
export function isDesktopBuild(files: readonly PlacedFile[]): boolean {
  return files.some((file) =>
    /(^|\/)(UnityPlayer\.(dll|so|dylib)|GameAssembly\.(dll|so|dylib)|[^/]+\.(exe|x86_64|x86))$|\.app\/Contents\//i.test(
      file.source.path,
    ),
  );
}

const kinds: readonly { test: (files: readonly PlacedFile[]) => boolean; message: string; todo: string }[] = [
  {
    test: isUnityProject,
    message: 'This is a Unity project, not a build of it.',
    todo: exportHint,
  },
  {
    test: (files) =>
      has(files, /\.(apk|aab|ipa|xapk|obb)$|(^|\/)(AndroidManifest\.xml|build\.gradle)$|\.xcodeproj\//i),
    message: 'This is a mobile build for Android or iOS, which a browser cannot run.',
    todo: exportHint,
  },
  {
    test: isDesktopBuild,
    message: 'This is a desktop build for Windows, macOS or Linux, which a browser cannot run.',
    todo: exportHint,
  },
  {
    test: (files) => has(files, /\.(zip|rar|7z|tar|tgz|gz|xz)$/i),
    message: 'There is another archive inside this one, and no web page beside it.',
    todo: 'What to do: unpack the inner archive and upload a zip of the folder that has index.html in it.',
  },
  {
    test: (files) => has(files, /\.(cs|csproj|sln|unitypackage|unity|asmdef|tsx?|jsx|vue|svelte)$/i),
    message: 'This is source code, not a build that a browser can run.',
    todo: `What to do: build the project for the web and upload a zip of the result. In Unity, ${exporting}`,
  },
  {
    test: (files) => files.filter((file) => isPage(file.path)).length > 1,
    message: 'There are several web pages here and none of them is called index.html.',
    todo: 'What to do: rename the page that starts the app to index.html and upload the zip again.',
  },
];

/** Why files without a page and without a startable Unity build cannot be published. */
export function refusalOf(files: readonly PlacedFile[], droppedCount: number): BuildRefusedError {
  if (files.length === 0) {
    return new BuildRefusedError('This archive is empty.', [
      lookedFor,
      droppedCount > 0
        ? `Found: nothing but ${counted(droppedCount)} of the kind that operating systems leave behind.`
        : 'Found: no files at all.',
      exportHint,
    ]);
  }
  const kind = kinds.find((each) => each.test(files));
  return new BuildRefusedError(
    kind?.message ?? 'There is neither an index.html nor a Unity web build in this file.',
    [lookedFor, `Found: ${summary(files)}`, kind?.todo ?? exportHint],
  );
}

function has(files: readonly PlacedFile[], pattern: RegExp): boolean {
  // The whole path, because the telling folder may be the one that was stripped: `Game.app/Contents/…`.
  return files.some((file) => pattern.test(file.source.path));
}

function isPage(path: string): boolean {
  return /\.html?$/i.test(path);
}

/** 'Assets/ (120 files), readme.txt and 3 more' */
function summary(files: readonly PlacedFile[]): string {
  const counts = new Map<string, number>();
  for (const file of files) {
    const slash = file.path.indexOf('/');
    const top = slash < 0 ? file.path : file.path.slice(0, slash + 1);
    counts.set(top, (counts.get(top) ?? 0) + 1);
  }
  const names = [...counts].map(([top, count]) => (top.endsWith('/') ? `${top} (${counted(count)})` : top));
  const shown = names.slice(0, 8).join(', ');
  return names.length > 8 ? `${shown} and ${names.length - 8} more.` : `${shown}.`;
}

function counted(files: number): string {
  return `${files} ${files === 1 ? 'file' : 'files'}`;
}
