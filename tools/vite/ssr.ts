import { build, type Plugin, type ResolvedConfig } from 'vite';

/**
 * Builds the pages for server-side rendering together with the pages for the browser, because hydration needs the same sources.
 * The bundle contains all packages.
 */
export function ssrBundle({ config, entry }: { config: string; entry: string }): Plugin {
  let resolved: ResolvedConfig;
  return {
    name: 'flux-ssr-bundle',
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
