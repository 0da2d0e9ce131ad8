import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const player = fileURLToPath(new URL('src/player/', import.meta.url));
const looks = ['modern', 'gaming', 'corporate', 'minimal', 'dark'];

/** The script and the styles of the pages that Flux draws around a game; the server writes them into the page. */
export default defineConfig({
  root: player,
  build: {
    outDir: fileURLToPath(new URL('dist/player', import.meta.url)),
    emptyOutDir: true,
    // Unity's builds run in the browsers that got WebAssembly in 2017, which the page around them must not keep them from.
    target: 'es2017',
    // Older ones show it plainer.
    cssTarget: 'safari13',
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        player: join(player, 'player.ts'),
        ...Object.fromEntries(looks.map((look) => [look, join(player, 'themes', `${look}.css`)])),
      },
      output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
    },
  },
});
