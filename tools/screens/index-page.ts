import type { Shot } from './capture.ts';
import type { Options } from './options.ts';
import type { Screen } from './screen.ts';

/** All pictures side by side: one row per screen, with its widths in both themes. */
export function makeIndex(screens: readonly Screen[], shots: readonly Shot[], { themes }: Options): string {
  const sections = screens.map(({ name, route, as }) => {
    const own = shots
      .filter((shot) => shot.screen === name)
      .sort(
        (one, other) => one.width - other.width || themes.indexOf(one.theme) - themes.indexOf(other.theme),
      );
    const figures = own.map(figure).join('');
    const who = as ? `seen by ${as}` : 'seen by a visitor';
    return `<section id="${name}"><h2><a href="#${name}">${name}</a> <small>${escapeHtml(route)}, ${who}</small></h2><div>${figures}</div></section>`;
  });
  const links = screens.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${style}</style>
<nav><h1>Screens</h1><p>${screens.length} screens, ${shots.length} pictures</p><ol>${links}</ol></nav>
<main>${sections.join('\n')}</main></html>`;
}

function figure({ file, width, theme, problem }: Shot): string {
  const caption = `<figcaption>${width}, ${theme}</figcaption>`;
  if (problem) return `<figure class="failed">${caption}<p>${escapeHtml(problem)}</p></figure>`;
  const shown = Math.round(Math.min(width, 160 + width / 4));
  return `<figure>${caption}<a href="${file}"><img loading="lazy" src="${file}" alt="" width="${shown}"></a></figure>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const style = `
  body { margin: 0; display: grid; grid-template-columns: 15rem 1fr; font: 14px/1.5 system-ui; background: #777; color: #fff }
  nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; box-sizing: border-box; background: #222 }
  nav ol { padding: 0; list-style: none } a { color: inherit } h1 { font-size: 1.2rem } h2 { font-size: 1rem }
  main { padding: 1rem; min-width: 0 } small { font-weight: 400; opacity: 0.8 }
  section > div { display: flex; gap: 1rem; overflow-x: auto; align-items: start; padding-bottom: 1rem }
  figure { margin: 0 } img { display: block; box-shadow: 0 1px 6px #0008 } .failed { color: #fdd; background: #611; padding: 1rem; max-width: 20rem }`;
