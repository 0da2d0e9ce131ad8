import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { endpointAddresses } from './tools/vite/addresses.ts';
import { chunkGroups } from './tools/vite/chunks.ts';
import { ssrBundle } from './tools/vite/ssr.ts';
import { textsInPlace } from './tools/vite/texts.ts';

const projectFolder = fileURLToPath(new URL('.', import.meta.url));
const webFolder = join(projectFolder, 'src/web');
const sharedFolder = join(projectFolder, 'src/shared');

export default defineConfig(({ isSsrBuild }) => ({
  root: webFolder,
  plugins: [
    textsInPlace(),
    react(),
    tailwindcss(),
    endpointAddresses({ sharedFolder, webFolder }),
    ...(isSsrBuild
      ? []
      : [
          precompress(),
          ssrBundle({
            config: fileURLToPath(import.meta.url),
            entry: join(webFolder, 'server-entry.tsx'),
          }),
        ]),
  ],
  // The server replaces this word in the page by a nonce made for each answer (src/server/web/pages.ts).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: join(projectFolder, 'dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // A `data:` address in a style sheet or for a font would need a wider content security policy.
    assetsInlineLimit: 0,
    // Rolldown's own report of gzip sizes is of no use to somebody who starts Flux.
    reportCompressedSize: false,
    // For the server, which tells each page what it is about to ask for (src/server/web/preloads.ts).
    manifest: true,
    // Every browser that the target names knows it.
    modulePreload: { polyfill: false },
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            output: {
              codeSplitting: { groups: chunkGroups(webFolder) },
              // The first script lists all others: names of shared chunks would cost it 900 bytes.
              chunkFileNames: ({ isDynamicEntry }) =>
                isDynamicEntry ? 'assets/[name]-[hash].js' : 'assets/[hash].js',
            },
          },
        }),
  },
}));

/** Writes `.br` and `.gz` beside each asset that gains by it, so that serving costs no compression. */
function precompress(): Plugin {
  return {
    name: 'flux-precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return;
      for (const name of Object.keys(bundle)) {
        if (!/\.(js|css|svg|json)$/.test(name)) continue;
        const path = join(dir, name);
        const content = await readFile(path);
        const smaller = (packed: Buffer) => packed.length < content.length * 0.95;
        const br = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        if (smaller(br)) await writeFile(`${path}.br`, br);
        const gz = gzipSync(content, { level: 9 });
        if (smaller(gz)) await writeFile(`${path}.gz`, gz);
      }
    },
  };
}
