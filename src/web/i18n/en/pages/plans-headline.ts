import { namespace } from '../../namespace.ts';

export const texts = namespace({
  startWithoutACard: 'Start without a card',
  indieIsFreeForAsLongAs: 'Indie is free for as long as you like.',
  noPlanPlaysSlower: 'No plan plays slower',
  everyGameIsServedTheSameWay: 'Every game is served the same way, whatever you pay.',
  nothingIsLostOnTheWayDown: 'Nothing is lost on the way down',
  aSmallerPlanNeverDeletesWhatYou: 'A smaller plan never deletes what you made.',
  freeToOpenBrRoomToGrow: 'Free to open.{br}Room to grow.',
  everyPlanIsTheWholeTheatreYou: 'Every plan is the whole theatre. You choose how many screens are lit.',
});
