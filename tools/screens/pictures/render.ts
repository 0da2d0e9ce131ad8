import type { Browser } from '@playwright/test';
import { type AppName, appNames, apps } from '../seed/catalogue.ts';
import { drawScene } from './scenes.ts';

/** The thumbnail of each application, as its creator would choose it. */
export async function renderPictures(browser: Browser): Promise<Map<AppName, Buffer>> {
  const page = await browser.newPage();
  await page.addScriptTag({ content: `window.drawScene = ${drawScene}` });
  const pictures = new Map<AppName, Buffer>();
  for (const name of appNames) {
    const { scene, hue } = apps[name];
    const address = await page.evaluate(
      ([scene, hue]) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 600 });
        Reflect.get(window, 'drawScene')(canvas, scene, hue);
        return canvas.toDataURL('image/png');
      },
      [scene, hue] as const,
    );
    pictures.set(name, Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'));
  }
  await page.close();
  return pictures;
}

/** The page of a game that only shows this picture. */
export function gamePage(name: AppName): string {
  const { name: title, scene, hue } = apps[name];
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>html, body { margin: 0; height: 100%; background: #000; overflow: hidden } canvas { width: 100%; height: 100%; object-fit: cover }</style>
<canvas width="1280" height="720"></canvas>
<script>(${drawScene})(document.querySelector('canvas'), ${JSON.stringify(scene)}, ${hue})</script></html>`;
}
