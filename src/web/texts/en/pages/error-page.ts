import { area } from '../../area.ts';

export const texts = area({
  somethingWentWrong: 'Something went wrong',
  thisPageStoppedWorkingNothingYou: 'This page stopped working. Nothing you saved is lost.',
});
