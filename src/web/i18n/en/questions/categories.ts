import type { Category } from '../../question.ts';
import { account } from './account.ts';
import { applications } from './applications.ts';
import { billing } from './billing.ts';
import { gettingStarted } from './getting-started.ts';
import { technical } from './technical.ts';
import { themes } from './themes.ts';

/** Everything that the page answers, in its order. */
export const categories: readonly Category[] = [
  gettingStarted,
  account,
  applications,
  technical,
  billing,
  themes,
];
