import { scriptJson } from '#server/platform/http/responses/html.ts';
import { frameName, type PageTheme, type PlayerData, type PlayerPage } from '#shared/apps/themes.ts';
import type { Isolation } from '#shared/play/isolation.ts';
import { escapeHtml } from '#shared/text/html.ts';
import type { PlayerFiles } from './player-files.ts';

export interface PageFacts {
  look: PageTheme;
  name: string;
  description: string;
  /** Of Flux's own pages. */
  fluxOrigin: string;
  isolation: Isolation;
  content: { kind: 'game'; page: PlayerPage } | { kind: 'notice'; sentences: readonly string[] };
}

const browserColours: Record<PageTheme, string> = {
  modern: '#0e1116',
  gaming: '#07080b',
  corporate: '#ffffff',
  minimal: '#0b0c0e',
  dark: '#000000',
};

/** The whole page around a game: style, script and facts stand in it, so that it costs one request. */
export function makePage(facts: PageFacts, files: PlayerFiles): string {
  const { look, name, content, fluxOrigin, isolation } = facts;
  const isGame = content.kind === 'game';
  return `<!doctype html>
<html lang="en" data-look="${look}" data-stage="${isGame ? content.page.stage.kind : 'notice'}" data-state="${isGame ? 'loading' : 'notice'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="${browserColours[look]}">
<meta name="description" content="${escapeHtml(facts.description.slice(0, 300))}">
<link rel="icon" href="data:,">
<title>${escapeHtml(name)}</title>
<style>${files.styles[look]}</style>
</head>
<body>
${isGame ? gameBody(name, { ...content.page, fluxOrigin, isolation }, files.script) : noticeBody(name, content.sentences)}
</body>
</html>
`;
}

function gameBody(name: string, page: PlayerData, script: string): string {
  const title = escapeHtml(name);
  return `<header class="bar" data-flux-control>
<h1 class="title" dir="auto">${title}</h1>
<button class="fullscreen" id="flux-fullscreen" type="button">${icons.fullscreen}<span>Fullscreen</span></button>
</header>
<main class="stage" id="flux-stage">
${stageElement(page.stage.kind, title)}
<div class="curtain">
<div class="loading">
<p class="name" dir="auto" aria-hidden="true">${title}</p>
<div class="progress" id="flux-progress" role="progressbar" aria-label="Loading ${title}" aria-valuemin="0" aria-valuemax="100"><span></span></div>
<p class="state"><span id="flux-word">Loading</span><span id="flux-percent"></span></p>
</div>
<noscript><p>This game needs JavaScript, which this browser has switched off.</p></noscript>
</div>
<div class="panel" id="flux-panel" role="alert" data-flux-control hidden>
<h2 id="flux-panel-title"></h2>
<p id="flux-reason"></p>
<button class="action" id="flux-retry" type="button">Try again</button>
<details class="details" id="flux-details" hidden>
<summary>Details</summary>
<pre id="flux-details-text" dir="ltr" tabindex="0"></pre>
</details>
</div>
<div class="banner" id="flux-banner" data-flux-control hidden>
<p id="flux-banner-text" role="status"></p>
<button id="flux-dismiss" type="button" aria-label="Dismiss">${icons.close}</button>
</div>
</main>
<script type="application/json" id="flux-page">${scriptJson(page)}</script>
<script type="module">${script}</script>`;
}

function stageElement(kind: PlayerPage['stage']['kind'], title: string): string {
  if (kind === 'frame')
    return `<iframe id="flux-frame" name="${frameName}" title="${title}" allowfullscreen></iframe>`;
  if (kind === 'loader') return '<div id="unity-container"></div>';
  return `<div id="unity-container"><canvas id="unity-canvas" tabindex="-1" role="application" aria-label="${title}"></canvas></div>`;
}

function noticeBody(name: string, sentences: readonly string[]): string {
  return `<header class="bar"><h1 class="title" dir="auto">${escapeHtml(name)}</h1></header>
<main class="stage">
<div class="panel" tabindex="0">
<h2>This cannot be played yet</h2>
${sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n')}
</div>
</main>`;
}

/** Lucide's `maximize` and `x`. */
const icons = {
  fullscreen: icon(
    '<path d="M8 3H5a2 2 0 0 0-2 2v3M21 8V5a2 2 0 0 0-2-2h-3M3 16v3a2 2 0 0 0 2 2h3M16 21h3a2 2 0 0 0 2-2v-3"/>',
  ),
  close: icon('<path d="M18 6 6 18M6 6l12 12"/>'),
};

function icon(paths: string): string {
  return `<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;
}
