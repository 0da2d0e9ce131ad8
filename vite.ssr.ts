import { build, type Plugin, type ResolvedConfig } from 'vite';

/**
 * Builds the pages for the server, too, each time that they are built for the browser: what one draws the other takes
 * over, so that they must be of the same sources. Everything is in it, since what the packages are for the server of a
 * development differs.
 */
export function ssrBundle({ config, entry }: { config: string; entry: string }): Plugin {
  let resolved: ResolvedConfig;
  return {
    name: 'flux-pages-for-server',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    configResolved(now) {
      resolved = now;
    },
    async closeBundle(error) {
      if (error) return;
      await build({
        configFile: config,
        mode: resolved.mode,
        logLevel: 'warn',
        publicDir: false,
        ssr: { noExternal: true },
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          ssr: entry,
          outDir: `${resolved.build.outDir}-server`,
          target: 'node24',
          manifest: false,
          watch: null,
          rolldownOptions: { output: { entryFileNames: 'pages.js', codeSplitting: false } },
        },
      });
    },
  };
}
