interface Shell {
  title: string;
  /** The element that Unity's loader wants: a canvas, or a container in which it makes its own. */
  player?: 'canvas' | 'container';
  script?: string;
  paragraphs?: readonly string[];
}

const style = `
      :root { color-scheme: dark; }
      * { box-sizing: border-box; }
      html, body { margin: 0; height: 100%; background: #101014; color: #f4f4f6; overflow: hidden;
        font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
      #unity-canvas, #unity-container { display: block; position: fixed; inset: 0; width: 100%; height: 100%;
        background: #101014; touch-action: none; outline: none; }
      #unity-container canvas { width: 100% !important; height: 100% !important; }
      #loading { position: fixed; inset: 0; display: grid; place-content: center; gap: 16px; padding: 24px;
        text-align: center; background: #101014; }
      #loading h1 { margin: 0; font-size: clamp(20px, 4vw, 32px); font-weight: 600; overflow-wrap: anywhere; }
      progress { appearance: none; width: min(320px, 70vw); height: 6px; margin: 0 auto; border: 0;
        border-radius: 3px; overflow: hidden; background: #2c2c34; }
      progress::-webkit-progress-bar { background: #2c2c34; }
      progress::-webkit-progress-value { background: #f4f4f6; transition: width 0.2s; }
      progress::-moz-progress-bar { background: #f4f4f6; }
      #fullscreen { position: fixed; right: max(12px, env(safe-area-inset-right));
        bottom: max(12px, env(safe-area-inset-bottom)); min-width: 44px; min-height: 44px; padding: 0 14px;
        border: 1px solid #ffffff55; border-radius: 8px; background: #101014b3; color: inherit; font: inherit;
        cursor: pointer; opacity: 0.6; }
      #fullscreen:hover, #fullscreen:focus-visible { opacity: 1; }
      :fullscreen #fullscreen { display: none; }
      #error { position: fixed; left: 50%; top: 50%; transform: translate(-50%, -50%); width: min(560px, 92vw);
        max-height: 80vh; overflow: auto; padding: 20px 24px; border: 1px solid #f8717166; border-radius: 12px;
        background: #2a1416; overflow-wrap: anywhere; }
      main { max-width: 60ch; height: 100%; margin: 0 auto; padding: 12vh 24px 24px; overflow: auto; }
      [hidden] { display: none !important; }
      @media (prefers-reduced-motion: reduce) { * { transition: none !important; } }`;

const helpers = `
      const byId = (id) => document.getElementById(id);
      const progress = (value) => { byId('bar').value = value; };
      const fail = (message) => {
        byId('loading').hidden = true;
        byId('reason').textContent = String((message && message.message) || message);
        byId('error').hidden = false;
      };
      const started = (goFullscreen) => {
        byId('loading').hidden = true;
        byId('fullscreen').hidden = false;
        byId('fullscreen').onclick = goFullscreen;
      };`;

/** The frame that every page made by Flux shares. Text is escaped here; the script is trusted. */
export function madeShell(shell: Shell): string {
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <link rel="icon" href="data:,">
    <title>${escapeHtml(shell.title)}</title>
    <style>${style}
    </style>
  </head>
  <body>
${shell.player ? playerBody(shell) : wordsBody(shell)}
  </body>
</html>
`;
}

function playerBody(shell: Shell): string {
  const element =
    shell.player === 'canvas'
      ? '<canvas id="unity-canvas" tabindex="-1"></canvas>'
      : '<div id="unity-container"></div>';
  return `    ${element}
    <div id="loading">
      <h1>${escapeHtml(shell.title)}</h1>
      <progress id="bar" max="1" value="0" aria-label="Loading"></progress>
    </div>
    <button id="fullscreen" type="button" hidden>Fullscreen</button>
    <div id="error" role="alert" hidden>
      <strong>This game could not start.</strong>
      <p id="reason"></p>
    </div>
    <script>${helpers}
${shell.script ?? ''}
    </script>`;
}

function wordsBody(shell: Shell): string {
  const paragraphs = (shell.paragraphs ?? []).map((text) => `      <p>${escapeHtml(text)}</p>`);
  return `    <main>
      <h1>${escapeHtml(shell.title)}</h1>
${paragraphs.join('\n')}
    </main>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
