import type { BuildReport } from '#shared/versions/versions.ts';
import { declarationsFor, readDeclarations } from './css.ts';
import type { EntryPage } from './entry-page.ts';
import { containerIds } from './html.ts';

/** The line below the game in Unity's default template, with its name and fullscreen button. */
const footerPixels = 38;
/** What browsers leave around a page that says nothing of it. */
const defaultMarginPixels = 8;
/** The limits of plausible page sizes. */
const least = 64;
const most = 8_192;
/** Code that reads the window's size or changes the game's size. */
const followsWindow =
  /\b(?:inner|client)(?:Width|Height)\b|\bvisualViewport\b|\bResizeObserver\b|\bonresize\b|["'`]resize["'`]|canvas\w*\.style\.(?:width|height|cssText)\b/i;
/** What makes an element follow its surroundings, whatever its width and height say. */
const followers = [
  'max-width',
  'max-height',
  'min-width',
  'min-height',
  'inset',
  'right',
  'bottom',
  'zoom',
  'flex',
];

interface Size {
  width: number;
  height: number;
}

/**
 * The size of a page that draws its game at a fixed size, like Unity's default and minimal templates on desktops:
 * smaller windows cut it off. Reads pixel sizes from the script, the stylesheets or the element; a page that follows
 * its window has none.
 */
export function pageSizeOf(
  entry: EntryPage,
  template: BuildReport['template'],
): Pick<BuildReport, 'pageSize'> {
  const { page, source } = entry;
  const isStock = template === 'default' || template === 'minimal';
  const [stage] = page.stages;
  const size =
    sizeIn(source, /\bcanvas\.style\.(width|height)\s*=\s*["'`](\d{1,5})px["'`]/g) ??
    sizeIn(stage?.get('style') ?? '', /(?<![-\w])(width|height)\s*:\s*(\d{1,5})px/gi) ??
    (isStock ? attributeSize(stage) : null) ??
    (template === 'custom' ? ownSize(entry) : null);
  if (!size) return {};
  const hasFooter = page.ids.has('unity-footer') || page.classes.has('footer');
  const margin = marginOf(entry);
  return {
    pageSize: {
      width: size.width + 2 * margin,
      height: size.height + 2 * margin + (hasFooter ? footerPixels : 0),
      // On phones the page fills the screen, whatever it does elsewhere.
      fillsPhones: /iPhone|Android/.test(source),
    },
  };
}

/** Of a page with one game in it, in the page or made by its script, that neither script nor styles fit to the window. */
function ownSize({ page, source, styles }: EntryPage): Size | null {
  const made = source.match(/\bcreateElement\(\s*["'`]canvas["'`]/g)?.length ?? 0;
  // Beside one in the page, those that a script makes are mostly out of sight.
  if ((page.stages.length || made) !== 1 || followsWindow.test(source)) return null;
  const stage = page.stages[0] ?? new Map<string, string>();
  const id = stage.get('id');
  const classes = new Set(stage.get('class')?.split(/\s+/) ?? []);
  const tag = containerIds.has(id ?? '') ? 'div' : 'canvas';
  const said = new Map([
    ...declarationsFor({ tag, id, classes }, styles),
    ...readDeclarations(stage.get('style') ?? ''),
  ]);
  if (followers.some((name) => said.has(name) && said.get(name) !== 'none')) return null;
  const sides = [said.get('width'), said.get('height')];
  // A single dimension or a percentage: the page follows its surroundings.
  if (sides.some((side) => side !== undefined && side !== 'auto'))
    return sizeOf(...(sides.map(inPixels) as [string | undefined, string | undefined]));
  return sizeIn(source, /\bcanvas\.(width|height)\s*=\s*(\d{1,5})\b(?!\s*[-+*/.])/g) ?? attributeSize(stage);
}

/** `800px` alone; the size of a canvas by its attributes is in pixels without a unit. */
function inPixels(value: string | undefined): string | undefined {
  return value?.endsWith('px') ? value : undefined;
}

/** Between the window and the page, on each side. */
function marginOf({ page, styles }: EntryPage): number {
  const everywhere = declarationsFor({ tag: 'body', id: undefined, classes: new Set() }, styles);
  const said = new Map([...everywhere, ...readDeclarations(page.bodyStyle)]).get('margin');
  if (said === undefined) return defaultMarginPixels;
  const pixels = Number(/^(\d{1,3})(?:px)?\b/.exec(said)?.[1] ?? 0);
  return Math.min(pixels, most);
}

function attributeSize(stage: ReadonlyMap<string, string> | undefined): Size | null {
  return stage ? sizeOf(stage.get('width'), stage.get('height')) : null;
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
