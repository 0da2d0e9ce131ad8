import type { BuildReport } from '#shared/versions.ts';
import type { EntryPage } from './entry-page.ts';

/** The line below the game in Unity's default template, with its name and fullscreen button. */
const footerPixels = 38;
/** Nobody draws a page smaller or larger than that. */
const least = 64;
const most = 8_192;

interface Size {
  width: number;
  height: number;
}

/**
 * How much room a page takes that draws its game at a fixed size, as Unity's default and minimal templates do on a computer:
 * where there is less, they are cut off. What a template of somebody's own says only in its stylesheet is not read.
 */
export function pageSizeOf(
  { page, source }: EntryPage,
  template: BuildReport['template'],
): Pick<BuildReport, 'pageSize'> {
  const isStock = template === 'default' || template === 'minimal';
  const [stage] = page.stages;
  const size =
    sizeIn(source, /\bcanvas\.style\.(width|height)\s*=\s*["'`](\d{1,5})px["'`]/g) ??
    sizeIn(stage?.get('style') ?? '', /(?<![-\w])(width|height)\s*:\s*(\d{1,5})px/gi) ??
    (isStock && stage ? sizeOf(stage.get('width'), stage.get('height')) : null);
  if (!size) return {};
  const hasFooter = page.ids.has('unity-footer') || page.classes.has('footer');
  return {
    pageSize: {
      width: size.width,
      height: size.height + (hasFooter ? footerPixels : 0),
      // On phones the page fills the screen, whatever it does elsewhere.
      fillsPhones: /iPhone|Android/.test(source),
    },
  };
}

function sizeIn(text: string, pattern: RegExp): Size | null {
  const found = new Map(
    [...text.matchAll(pattern)].map(([, side = '', pixels]) => [side.toLowerCase(), pixels]),
  );
  return sizeOf(found.get('width'), found.get('height'));
}

/** `960` or `960px`; nothing where either side is missing, or a share of something. */
function sizeOf(width: string | undefined, height: string | undefined): Size | null {
  const size = { width: pixelsOf(width), height: pixelsOf(height) };
  const fits = (side: number) => side >= least && side <= most;
  return fits(size.width) && fits(size.height) ? size : null;
}

function pixelsOf(text: string | undefined): number {
  return Number(/^\s*(\d{1,5})(?:px)?\s*$/i.exec(text ?? '')?.[1] ?? 0);
}
