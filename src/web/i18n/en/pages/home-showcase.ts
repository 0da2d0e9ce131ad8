import { namespace } from '../../namespace.ts';

export const texts = namespace({
  onTheScreen: 'On the screen',
  thisScreenIsFree: 'This screen is free.',
  nowShowing: 'Now showing',
  playName: 'Play {name}',
  play: 'Play',
});
