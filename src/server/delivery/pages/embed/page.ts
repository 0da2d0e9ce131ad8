import { thumbnailPath } from '#shared/apps/thumbnails.ts';
import { withQuery } from '#shared/play/game-query.ts';
import { type Isolation, sandboxTokens } from '#shared/play/isolation.ts';
import { escapeHtml } from '#shared/text/html.ts';
import { notPlayableMessage } from '#shared/versions/startable.ts';
import type { PageSize } from '#shared/versions/versions.ts';
import { fittedStyles, styles } from './styles.ts';

export interface Poster {
  nonce: string;
  /** Absolute address of the app's page on Flux. */
  pageUrl: string;
  /** The part of the frame's query that belongs to the game. */
  query: string;
  app: { id: string; name: string; ownerUsername: string; thumbnailId: string | null };
}

/** What a frame shows before anybody plays: a game is large, and many pages are opened for other things in them. */
export function posterPage({ nonce, pageUrl, query, app }: Poster): string {
  const picture = app.thumbnailId
    ? `<img class="picture" src="${thumbnailPath(app.thumbnailId, 'large')}" alt="">`
    : '<div class="picture"></div>';
  return page(
    nonce,
    app.name,
    `${picture}
<main>
<h1>${escapeHtml(app.name)}</h1>
<p>by <bdi>${escapeHtml(app.ownerUsername)}</bdi></p>
<a class="play" href="${escapeHtml(withQuery(`/embed/${app.id}/play`, query))}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 4.5v15l12-7.5z"/></svg>Play</a>
</main>
<header><a class="flux" href="${escapeHtml(pageUrl)}" target="_blank" rel="noopener">Flux<span class="hidden">: ${escapeHtml(app.name)}, in a new tab</span></a></header>`,
  );
}

interface Game {
  nonce: string;
  app: { id: string; name: string };
  /** The part of the frame's query that belongs to the game. */
  query: string;
  /** What the game may use: its frame’s `allow`. */
  allow: string;
  isolation: Isolation;
  /** Of the build's own page, where that is what is shown. */
  pageSize: PageSize | null;
}

/** The game alone, in a frame that lets it do what Flux's own player does. */
export function gamePage({ nonce, app, query, allow, isolation, pageSize }: Game): string {
  return page(
    nonce,
    app.name,
    `<iframe src="${escapeHtml(withQuery(`/serve/${app.id}`, query))}" title="${escapeHtml(app.name)}" sandbox="${sandboxTokens(isolation)}" allow="${allow}"></iframe>`,
    pageSize ? fittedStyles(pageSize) : '',
  );
}

/** In place of a game that cannot start. */
export function unplayablePage(nonce: string, { name }: { name: string }): string {
  return page(nonce, name, `<div class="picture"></div>\n<main><h1>${notPlayableMessage}</h1></main>`);
}

export function missingPage(nonce: string): string {
  return page(nonce, 'Flux', '<div class="picture"></div>\n<main><h1>Application not found</h1></main>');
}

function page(nonce: string, title: string, body: string, ownStyles = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${styles}${ownStyles}</style>
</head>
<body>
${body}
</body>
</html>`;
}
