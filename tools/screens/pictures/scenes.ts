import { paintOn } from './paint.ts';
import { places } from './scenes-of-places.ts';
import { plays } from './scenes-of-play.ts';

const scenes = { ...places, ...plays };

export type SceneName = keyof typeof scenes;

/**
 * The browser source of a function that draws a scene. Its arguments are a canvas, the name of a scene and a
 * hue. The result is deterministic.
 */
export const drawScene = `(canvas, scene, hue) => {
  const paintOn = ${paintOn};
  const scenes = {${Object.values(scenes).join(',')}};
  scenes[scene](paintOn(canvas, hue, hue * 7919 + scene.length * 104_729 + 1));
}`;
