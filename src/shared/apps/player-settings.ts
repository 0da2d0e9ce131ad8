import * as z from 'zod/mini';
import { booleanField, oneOf } from '../contract/contract.ts';
import { type DeviceAccess, deviceAccesses } from '../play/game-features.ts';
import { type ThreadIsolation, threadIsolations } from '../play/isolation.ts';

export const deviceAccessSchema = z.enum(deviceAccesses);

/** A form sends a list as one text, separated by commas. */
const wordList = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => (text.trim() === '' ? [] : text.split(',').map((word) => word.trim()))),
  ),
  z.array(deviceAccessSchema),
);

/** How an application is played, set by its owner: fields of an edit. */
export const playerSettingFields = {
  deviceAccess: z.pipe(
    z.union(
      [z.array(deviceAccessSchema), wordList],
      `Please choose any of: ${deviceAccesses.join(', ')}, separated by commas`,
    ),
    z.transform((chosen): DeviceAccess[] => deviceAccesses.filter((each) => chosen.includes(each))),
  ),
  threadIsolation: oneOf('a thread isolation', threadIsolations),
  singlePageRoutes: booleanField,
};

/** The settings that change how an application is played. */
export interface PlayerSettings {
  deviceAccess: DeviceAccess[];
  threadIsolation: ThreadIsolation;
  singlePageRoutes: boolean;
}

/** Undefined fields stay unchanged. */
export type PlayerSettingsChange = { [Name in keyof PlayerSettings]?: PlayerSettings[Name] | undefined };
