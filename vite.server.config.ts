import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const source = (path: string) => fileURLToPath(new URL(`src/server/${path}.ts`, import.meta.url));

/** Only the lines of our own sources are told (`platform/telemetry/source-stack.ts`): without packages the map is a quarter as long. */
const noMapsOfPackages: Plugin = {
  name: 'no-maps-of-packages',
  transform: {
    filter: { id: /node_modules/ },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

/**
 * The server with its packages in a few files: Node takes 0.3 seconds of processor time to load them, and 1.5 for the 1,500
 * modules that they are made of. Each worker process loads them anew.
 */
export default defineConfig({
  publicDir: false,
  plugins: [noMapsOfPackages],
  ssr: {
    noExternal: true,
    external: [
      // Native code.
      'sharp',
      'koffi',
      // Loaded only where files are stored there.
      '@aws-sdk/client-s3',
      '@aws-sdk/s3-request-presigner',
      '@azure/storage-blob',
      '@google-cloud/storage',
    ],
  },
  build: {
    ssr: true,
    outDir: fileURLToPath(new URL('dist/server', import.meta.url)),
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        main: source('main'),
        worker: source('lifecycle/cluster/worker'),
        'compressor-child': source('features/storage/compression/compressor-child'),
        'drawing-child': source('features/apps/thumbnails/drawing-child'),
      },
      // Side by side: a module finds the program that it starts beside itself, as in the sources.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', sourcemapExcludeSources: true },
    },
  },
});
