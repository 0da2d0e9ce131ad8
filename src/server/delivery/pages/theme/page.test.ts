import { beforeAll, describe, expect, test } from 'vitest';
import { otherWebApp, withMobileData, withoutPages } from '#fixtures/archives.ts';
import { generations } from '#fixtures/generations.ts';
import { naughtyStrings } from '#fixtures/naughty-strings.ts';
import { stockPages } from '#fixtures/stock-pages.ts';
import { makeTree } from '#fixtures/tree.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { inspectTree } from '#server/features/publishing/builds/inspect/inspect.ts';
import { type PlayerPage, themes } from '#shared/apps/themes.ts';
import type { BuildReport } from '#shared/versions/versions.ts';
import { makePage, type PageFacts } from './page.ts';
import { type PlayerFiles, playerFolder, readPlayerFiles } from './player-files.ts';
import { unityPage } from './stage.ts';
import { treatmentOf } from './treatment.ts';

const looks = themes.filter((theme) => theme !== 'vanilla');
const here = { fluxOrigin: 'http://flux.localhost:3000', isolation: 'origin' } as const;
let files: PlayerFiles;

beforeAll(async () => {
  files = await readPlayerFiles(playerFolder);
});

async function inspect(entries: Parameters<typeof makeTree>[0]) {
  const { report, files: served } = await inspectTree(makeTree(entries));
  return { report, files: new Map(served.map((file) => [file.path, file])) };
}

describe('which page an app shows', () => {
  const custom = ['2022 custom template', '2022 WebXR'];

  test.each(Object.keys(generations) as (keyof typeof generations)[])('%s', async (name) => {
    const { report } = await inspect(await generations[name]());
    expect(treatmentOf('vanilla', report)).toEqual({ kind: 'own' });
    for (const look of looks) {
      expect(treatmentOf(look, report)).toEqual({
        kind: custom.includes(name) ? 'framed' : 'replaced',
        look,
      });
    }
  });

  test.each(Object.entries(stockPages))(
    'Unity’s own page, %s, is replaced by every theme',
    async (_, { build }) => {
      const { report } = await inspect(await build());
      for (const look of looks) expect(treatmentOf(look, report)).toEqual({ kind: 'replaced', look });
    },
  );

  test('a build that is not Unity’s is framed, and its own page shown where no look was chosen', async () => {
    for (const entries of [otherWebApp, [{ name: 'index.html', data: '<h1>Alone</h1>' }]]) {
      const { report } = await inspect(entries);
      expect(treatmentOf('vanilla', report)).toEqual({ kind: 'own' });
      expect(treatmentOf('dark', report)).toEqual({ kind: 'framed', look: 'dark' });
    }
  });

  test('a build without a page gets one in every theme, and a lone part a notice', async () => {
    const { report } = await inspect(withoutPages(await makeInstanceBuild()));
    expect(treatmentOf('vanilla', report)).toEqual({ kind: 'replaced', look: 'minimal' });
    expect(treatmentOf('gaming', report)).toEqual({ kind: 'replaced', look: 'gaming' });
    const part = await inspect((await makeInstanceBuild()).filter(({ name }) => name.endsWith('.data')));
    expect(treatmentOf('vanilla', part.report)).toEqual({ kind: 'notice', look: 'minimal' });
    expect(treatmentOf('modern', part.report)).toEqual({ kind: 'notice', look: 'modern' });
  });

  test('a stock page that picks its data on the player’s machine is framed, since another would not pick', async () => {
    const build = await makeInstanceBuild();
    const { report } = await inspect(withMobileData(build, build));
    for (const look of looks) expect(treatmentOf(look, report)).toEqual({ kind: 'framed', look });
  });

  test('a stock page without its parts is framed: there is nothing that another page could start', async () => {
    const entries = (await makeInstanceBuild()).filter(({ name }) => !name.endsWith('.wasm'));
    const { report } = await inspect(entries);
    expect(report.template).toBe('default');
    expect(treatmentOf('modern', report).kind).toBe('framed');
  });
});

describe('what a page that replaces the creator’s tells its script', () => {
  test('a build of 2020 and later: every address of the page, and its names as the page had them', async () => {
    const build = await inspect(
      await makeInstanceBuild({ base: 'My Gäme 1.0', compression: 'brotli', symbols: true, threads: true }),
    );
    expect(unityPage(build)).toEqual({
      stage: {
        kind: 'instance',
        loader: 'Build/My%20G%C3%A4me%201.0.loader.js',
        config: {
          dataUrl: 'Build/My%20G%C3%A4me%201.0.data.br',
          frameworkUrl: 'Build/My%20G%C3%A4me%201.0.framework.js.br',
          codeUrl: 'Build/My%20G%C3%A4me%201.0.wasm.br',
          symbolsUrl: 'Build/My%20G%C3%A4me%201.0.symbols.json.br',
          workerUrl: 'Build/My%20G%C3%A4me%201.0.worker.js',
          streamingAssetsUrl: 'StreamingAssets',
          companyName: 'DefaultCompany',
          productName: 'Fixture',
          productVersion: '0.1',
        },
        urls: expect.arrayContaining(['dataUrl', 'frameworkUrl', 'codeUrl', 'symbolsUrl', 'workerUrl']),
        options: { streamingAssetsUrl: 'StreamingAssets' },
        phonePixelRatio: null,
      },
      needs: { webAssembly: true, webGl: true, threads: true },
      parts: expect.arrayContaining([
        expect.objectContaining({ address: 'Build/My%20G%C3%A4me%201.0.loader.js' }),
        expect.objectContaining({ address: 'Build/My%20G%C3%A4me%201.0.data.br' }),
      ]),
    } satisfies PlayerPage);
  });

  test('a large part is named by the address of its content, relative to wherever the page stands', async () => {
    const build = await inspect(await makeInstanceBuild());
    const data = build.files.get('Build/Fixture.data');
    if (data) build.files.set(data.path, { ...data, size: 1_000_000 });
    const { stage } = unityPage(build);
    expect(stage).toMatchObject({ config: { dataUrl: `_flux/${data?.sha256}/data` } });
  });

  test('a name that the creator’s page did not say is not said here either', async () => {
    const build = await inspect(await makeInstanceBuild());
    const report: BuildReport = { ...build.report, companyName: null, productVersion: null };
    const { stage } = unityPage({ ...build, report });
    expect(stage.kind === 'instance' && Object.keys(stage.config)).not.toContain('companyName');
    expect(stage.kind === 'instance' && Object.keys(stage.config)).not.toContain('productVersion');
  });

  test.each(['5.6 gzip', '2018 hashed', '2019 threads'] as const)('%s: the JSON file alone', async (name) => {
    const build = await inspect(await generations[name]());
    const config = build.report.parts.find((part) => part.role === 'config')?.path;
    const { stage, needs, parts } = unityPage(build);
    expect(stage).toEqual({ kind: 'loader', loader: 'Build/UnityLoader.js', config });
    // It finds the others by that file, and is watched while it asks for them.
    const addresses = parts.map(({ address }) => address);
    expect(addresses).toEqual(build.report.parts.map((part) => encodeURI(part.path)));
    expect(addresses).toContainEqual(
      expect.stringMatching(name === '2018 hashed' ? /\.json$/ : /\.code\.unityweb$/),
    );
    expect(needs).toEqual({ webAssembly: true, webGl: true, threads: name === '2019 threads' });
  });

  test('what arrives is counted unpacked and weighed as it comes, but for code that no browser of today asks for', async () => {
    const { report, files } = await inspect(await generations['2020 gzip']());
    const data = report.parts.find(({ role }) => role === 'data');
    const counted = unityPage({ report, files }).parts.find(({ address }) => address.endsWith('.data.gz'));
    expect(counted).toEqual({
      address: expect.anything(),
      bytes: data?.bytes,
      cost: data?.storedBytes,
    });
    const old = await inspect(await generations['5.6 gzip']());
    const code = old.report.parts.find(({ role }) => role === 'wasm');
    if (!code) throw new Error('The build has no code.');
    const asm = { ...code, role: 'asm', path: 'Build/Fixture.asm.code.unityweb' } as const;
    const both = { ...old, report: { ...old.report, parts: [...old.report.parts, asm] } };
    for (const { address, cost } of unityPage(both).parts) expect(cost > 0).toBe(address !== asm.path);
  });

  test('a build with asm.js needs no WebAssembly, one for WebGPU no WebGL', async () => {
    const asm = unityPage(await inspect(await generations['2017 asm.js gzip']()));
    expect(asm.needs.webAssembly).toBe(false);
    const gpu = unityPage(await inspect(await generations['Unity 6 WebGPU']()));
    expect(gpu.needs.webGl).toBe(false);
  });
});

describe('a hostile name', () => {
  const page: PlayerPage = {
    stage: { kind: 'frame', versionId: 'a', pageSize: null, devices: [] },
    needs: { webAssembly: false, webGl: false, threads: false },
    parts: [],
  };
  const skeleton = (html: string) =>
    [...html.matchAll(/<\/?[a-z!][^\s>]*/gi)].map(([tag]) => tag.toLowerCase());

  test.each(looks)('adds no element to %s, wherever it stands', (look) => {
    const facts = (text: string): PageFacts[] => [
      {
        look,
        name: text,
        description: text,
        ...here,
        content: { kind: 'game', page: withNames(page, text) },
      },
      { look, name: text, description: text, ...here, content: { kind: 'notice', sentences: [text] } },
    ];
    const plain = facts('Pong').map((each) => skeleton(makePage(each, files)));
    for (const text of naughtyStrings) {
      facts(text).forEach((each, index) => {
        const html = makePage(each, files);
        expect(skeleton(html), text).toEqual(plain[index]);
        // Inside quotes no quote of the text may stand.
        expect(html).not.toMatch(/(?:title|content|aria-label)="[^"]*"[a-z]/i);
      });
    }
  });

  test('comes back out of the page’s data as it was', () => {
    for (const text of naughtyStrings) {
      const html = makePage(
        {
          look: 'modern',
          name: text,
          description: '',
          ...here,
          content: { kind: 'game', page: withNames(page, text) },
        },
        files,
      );
      const [, json = ''] = /id="flux-page">(.*?)<\/script>/s.exec(html) ?? [];
      expect(JSON.parse(json)).toEqual({ ...withNames(page, text), ...here });
    }
  });

  function withNames(base: PlayerPage, text: string): PlayerPage {
    return {
      ...base,
      stage: {
        kind: 'instance',
        loader: text,
        config: { productName: text, companyName: text },
        urls: [],
        options: { arguments: [text] },
        phonePixelRatio: null,
      },
    };
  }
});
