import { expect, test } from 'vitest';
import { deviceAccesses } from '#shared/play/game-features.ts';
import { warningOf } from '../../server/features/publishing/builds/inspect/device-use.ts';
import { deviceNames } from './en/device-names.ts';

test('the warning about a build uses the labels of the player settings', () => {
  expect(Object.keys(deviceNames).sort()).toEqual([...deviceAccesses].sort());
  for (const device of deviceAccesses) {
    const { message } = warningOf({ device, by: 'game.js' });
    expect(message).toContain(`“${deviceNames[device]}” under Player Settings`);
  }
});
