import { createHash } from 'node:crypto';
import { escapeHtml } from '#shared/text/html.ts';
import { action, colours, column } from './look.ts';

export interface Notice {
  title: string;
  sentence: string;
  /** Address of Flux's home; null in a frame, where the page around it is there to go on with. */
  home: string | null;
  /** Address of the start of a game, where the notice is about a page of it. */
  start?: string | undefined;
}

const styles = `
:root {${colours.dark}
}
@media (prefers-color-scheme: light) {
:root {${colours.light}
}
}
${column}
.home {${action}
  display: inline-block; text-decoration: none;
}
.ways { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: center; }
.other { color: var(--text); text-underline-offset: 4px; padding: 10px 0; }
`;

/** By its hash and no nonce: the page is the same to the byte whoever asks, so that nothing in it tells two refusals apart. */
const stylesHash = createHash('sha256').update(styles).digest('base64');

/** What a policy that allows nothing has to allow for such a page. */
export const noticePageSources = [`style-src 'sha256-${stylesHash}'`, 'img-src data:'];

/** What a browser is shown where there is nothing else to show: it runs no script, loads nothing and knows nobody. */
export function noticePage({ title, sentence, home, start }: Notice): string {
  const ways: [string, string][] = [];
  if (start !== undefined) ways.push([start, 'Go to the start of the game']);
  if (home !== null) ways.push([home, 'Go to Flux']);
  const links = ways.map(
    ([address, text], index) =>
      `<a class="${index === 0 ? 'home' : 'other'}" href="${escapeHtml(address)}">${text}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} · Flux</title>
<style>${styles}</style>
</head>
<body>
<main>
<p class="brand">Flux</p>
<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(sentence)}</p>${links.length > 0 ? `\n<p class="ways">${links.join('\n')}</p>` : ''}
</main>
</body>
</html>
`;
}
