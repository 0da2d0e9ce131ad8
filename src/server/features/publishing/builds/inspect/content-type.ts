import type { FileRole } from '#shared/versions/versions.ts';
import { baseName, partNameOf } from './unity/part-names.ts';

export const octets = 'application/octet-stream';

/** The content type of each extension. Unknown ones are bytes. */
const types = new Map(
  Object.entries({
    html: 'text/html; charset=utf-8',
    htm: 'text/html; charset=utf-8',
    xhtml: 'application/xhtml+xml',
    js: 'text/javascript',
    mjs: 'text/javascript',
    cjs: 'text/javascript',
    wasm: 'application/wasm',
    css: 'text/css; charset=utf-8',
    json: 'application/json',
    map: 'application/json',
    gltf: 'model/gltf+json',
    glb: 'model/gltf-binary',
    usdz: 'model/vnd.usdz+zip',
    webmanifest: 'application/manifest+json',
    xml: 'application/xml',
    txt: 'text/plain; charset=utf-8',
    md: 'text/plain; charset=utf-8',
    csv: 'text/csv; charset=utf-8',
    hash: 'text/plain',
    vtt: 'text/vtt; charset=utf-8',
    svg: 'image/svg+xml',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    bmp: 'image/bmp',
    ico: 'image/vnd.microsoft.icon',
    cur: 'image/vnd.microsoft.icon',
    woff: 'font/woff',
    woff2: 'font/woff2',
    ttf: 'font/ttf',
    otf: 'font/otf',
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    webm: 'video/webm',
    ogv: 'video/ogg',
    mov: 'video/quicktime',
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    ogg: 'audio/ogg',
    oga: 'audio/ogg',
    opus: 'audio/ogg',
    wav: 'audio/wav',
    flac: 'audio/flac',
    pdf: 'application/pdf',
  }),
);

/** Extensions worth a Content-Encoding: text, and uncompressed binaries. */
const encodableEndings = new Set([
  ...['html', 'htm', 'xhtml', 'js', 'mjs', 'cjs', 'wasm', 'css', 'json', 'map', 'gltf', 'webmanifest'],
  ...['xml', 'txt', 'md', 'csv', 'hash', 'vtt', 'svg', 'glsl', 'vert', 'frag', 'wgsl', 'bmp', 'ico'],
  ...['ttf', 'otf', 'obj', 'mtl'],
]);

function endingOf(path: string): string {
  const name = baseName(path).toLowerCase();
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1);
}

/**
 * The complete Content-Type of a build's file. With a role, the suffixes `.gz`, `.br` and `.unityweb` are removed;
 * without one the file is the creator's own, and these are bytes.
 *
 * `N.data.gz` is `application/octet-stream` here. Delivery sends it as `application/gzip` with `Content-Encoding:
 * gzip`, because Safari otherwise does not decode it (WebKit bug 247421).
 * @param role the file's role in any Unity build; null for other files
 */
export function contentTypeOf(path: string, role: FileRole | null): string {
  if (role === null) return types.get(endingOf(path)) ?? octets;
  const name = partNameOf(path);
  const kind = name?.kind ?? '';
  // A hashed part of a 2019 build: its name reveals nothing else.
  if (name?.role === null) return octets;
  switch (role) {
    case 'loader':
      return 'text/javascript';
    case 'framework':
      return kind.startsWith('.wasm.') || kind.startsWith('.asm.') ? octets : 'application/javascript';
    case 'worker':
      return 'application/javascript';
    case 'wasm':
      // A streaming 2019 build names its code `.wasm`, other ones `.unityweb`.
      return kind === '.wasm.code' ? octets : 'application/wasm';
    case 'config':
    case 'symbols':
      return 'application/json';
    case 'asm':
      return kind === '.asm.js' || kind === '.js' ? 'text/javascript' : octets;
    case 'data':
    case 'memory':
      return octets;
  }
}

/** Whether a file may be answered with a Content-Encoding. Parts of a Unity build always may. */
export function isEncodable(path: string, role: FileRole | null): boolean {
  return role !== null || encodableEndings.has(endingOf(path));
}
