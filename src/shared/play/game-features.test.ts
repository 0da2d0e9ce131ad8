import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  createFeatureCheck,
  defaultFeatures,
  deniedFeatures,
  deviceAccesses,
  frameAllow,
  grantedFeatures,
  undelegatedFeatures,
} from './game-features.ts';

test('SECURITY.md gives the reason for every feature that games have or lack', () => {
  const security = readFileSync(new URL('../../../SECURITY.md', import.meta.url), 'utf8');
  const lists = [grantedFeatures, deviceAccesses, deniedFeatures, undelegatedFeatures, defaultFeatures];
  const unnamed = lists.flat().filter((feature) => !security.includes(`\`${feature}\``));
  expect(unnamed).toEqual([]);
});

test('a frame grants the default and the enabled features that the browser knows', () => {
  const allow = frameAllow(['camera', 'bluetooth']).split('; ');
  expect(allow).toEqual([...grantedFeatures, 'camera', 'bluetooth'].map((feature) => `${feature} *`));
  expect(frameAllow([])).not.toContain('camera');
  const page = { featurePolicy: { features: () => ['fullscreen', 'camera'] } };
  expect(frameAllow(['camera', 'bluetooth'], createFeatureCheck(page))).toBe('fullscreen *; camera *');
  // Firefox and Safari do not report their features.
  expect(frameAllow(['camera'], createFeatureCheck({}))).toBe(frameAllow(['camera']));
});
