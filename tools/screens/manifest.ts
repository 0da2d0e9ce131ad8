import { accountScreens } from './areas/account.ts';
import { adminScreens } from './areas/admin.ts';
import { galleryScreens } from './areas/gallery.ts';
import { organizationScreens } from './areas/organizations.ts';
import { plansScreens } from './areas/plans.ts';
import { playScreens } from './areas/play.ts';
import { publishingScreens } from './areas/publishing.ts';
import { shellScreens } from './areas/shell.ts';
import { storageScreens } from './areas/storage.ts';
import { textScreens } from './areas/texts.ts';
import type { Screen } from './screen.ts';

/** Every screen in every relevant state. Add a screen to the file of its area. */
export const screens: readonly Screen[] = [
  ...galleryScreens,
  ...playScreens,
  ...publishingScreens,
  ...accountScreens,
  ...organizationScreens,
  ...plansScreens,
  ...adminScreens,
  ...storageScreens,
  ...textScreens,
  ...shellScreens,
];
