import { percentDecode } from '#shared/files/percent-decode.ts';
import type { FileIndex, PlacedFile } from '../placed.ts';

/** Where a reference of a page leads inside the build. */
export interface Reference {
  /** Decoded path on the app's origin, NFC, without a leading slash, query or fragment. */
  path: string;
  /** The undecoded form, for a file whose name looks encoded. */
  written: string;
  /** Whether it was written with a leading slash, and so holds only at the root of an origin. */
  absolute: boolean;
}

/**
 * Resolves a reference of a page or script like a browser on the app's own origin: `..` stops at the root.
 * @param folder the base folder with a trailing `/`, or `''`
 * @returns null for references outside the build: other origins, `data:`, fragments, template variables
 */
export function resolveReference(url: string, folder: string): Reference | null {
  return referenceTo(url, folder, /[?#].*$/s);
}

/** @param end characters that end the path */
function referenceTo(url: string, folder: string, end: RegExp): Reference | null {
  const trimmed = url.trim().replaceAll('\\', '/');
  if (trimmed === '' || trimmed.startsWith('#') || trimmed.startsWith('?')) return null;
  if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed) || trimmed.startsWith('//')) return null;
  if (/\{\{|%UNITY_/.test(trimmed)) return null;
  const bare = trimmed.replace(end, '');
  const absolute = bare.startsWith('/');
  const segments: string[] = [];
  for (const segment of `${absolute ? '' : folder}${bare}`.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  // As the files are called, and as requests are looked up: a page may spell an umlaut as a letter and a mark.
  const path = segments.join('/').normalize('NFC');
  return path === ''
    ? null
    : { path: percentDecode(path)?.normalize('NFC') ?? path, written: path, absolute };
}

/** What looking for a reference found. */
export interface Resolved {
  reference: Reference;
  file: PlacedFile | null;
}

/** Resolves references against the build's files and collects warnings and aliases. */
export class Resolver {
  /** Wanted path → the file that differs from it only by case, or by an encoding that is part of its name. */
  readonly aliases = new Map<string, PlacedFile>();
  /** References written with a leading slash, as written. */
  readonly absolute = new Set<string>();
  /** Files that are there, and that no page can name as it tries to: `#` and `?` end the path of an address. */
  readonly unlinkable = new Set<PlacedFile>();
  readonly #index: FileIndex;

  constructor(index: FileIndex) {
    this.#index = index;
  }

  /** @returns null where the reference does not lead into the build */
  resolve(url: string, folder: string): Resolved | null {
    const reference = resolveReference(url, folder);
    if (!reference) return null;
    if (reference.absolute) this.absolute.add(url);
    const exact = this.#index.find(reference.path);
    if (exact) return { reference, file: exact };
    const twin = this.#index.findFolded(reference.path) ?? this.#index.find(reference.written);
    if (twin) this.aliases.set(reference.path, twin);
    return twin ? { reference, file: twin } : (this.#resolveWhole(url, folder) ?? { reference, file: null });
  }

  /** The probably intended path of a reference whose URL ends early. */
  #resolveWhole(url: string, folder: string): Resolved | null {
    const reference = /[?#]/.test(url) ? referenceTo(url, folder, /$^/) : null;
    const file = reference && this.#index.find(reference.written);
    if (!file) return null;
    this.unlinkable.add(file);
    return { reference, file };
  }
}
