import type { FileRole } from '#shared/versions.ts';
import type { UnityBuild } from '../unity/build.ts';
import { madeShell } from './made-shell.ts';
import { encodePath } from './references.ts';

const configKeys: Partial<Record<FileRole, string>> = {
  data: 'dataUrl',
  framework: 'frameworkUrl',
  wasm: 'codeUrl',
  memory: 'memoryUrl',
  symbols: 'symbolsUrl',
  worker: 'workerUrl',
};

/** The page for a Unity build that came without one: full window, progress bar, fullscreen, error message. */
export function makeUnityPage(build: UnityBuild, title: string): string {
  return madeShell({
    title,
    script: build.loader === 'createUnityInstance' ? instanceScript(build, title) : loaderScript(build),
    player: build.loader === 'createUnityInstance' ? 'canvas' : 'container',
  });
}

/** A page that says in words what was uploaded and why it does not start. */
export function makePartPage(title: string, paragraphs: readonly string[]): string {
  return madeShell({ title, paragraphs });
}

function urlOf(build: UnityBuild, role: FileRole): string {
  const part = build.parts.find((each) => each.role === role);
  return part ? encodePath(part.file.path) : '';
}

function instanceScript(build: UnityBuild, title: string): string {
  const config: Record<string, string> = {
    streamingAssetsUrl: 'StreamingAssets',
    companyName: build.companyName ?? 'DefaultCompany',
    productName: build.productName ?? title,
    productVersion: build.productVersion ?? '1.0',
  };
  for (const part of build.parts) {
    const key = configKeys[part.role];
    if (key) config[key] ??= encodePath(part.file.path);
  }
  return `
      const config = ${scriptJson(config)};
      config.showBanner = (text, type) => { if (type === 'error') fail(text); };
      const script = document.createElement('script');
      script.src = ${scriptJson(urlOf(build, 'loader'))};
      script.onerror = () => fail('The loader of this game could not be fetched. Please check the connection and reload.');
      script.onload = () => {
        createUnityInstance(document.querySelector('#unity-canvas'), config, progress)
          .then((instance) => started(() => instance.SetFullscreen(1)))
          .catch(fail);
      };
      document.body.appendChild(script);`;
}

function loaderScript(build: UnityBuild): string {
  return `
      const script = document.createElement('script');
      script.src = ${scriptJson(urlOf(build, 'loader'))};
      script.onerror = () => fail('The loader of this game could not be fetched. Please check the connection and reload.');
      script.onload = () => {
        if (UnityLoader.Error) UnityLoader.Error.handler = fail;
        const instance = UnityLoader.instantiate('unity-container', ${scriptJson(urlOf(build, 'config'))}, {
          onProgress: (_, value) => {
            progress(value);
            if (value === 1) started(() => instance.SetFullscreen(1));
          },
        });
      };
      document.body.appendChild(script);`;
}

/** JSON that can stand in an inline script: no `</script>`, no line separators of old JavaScript. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
