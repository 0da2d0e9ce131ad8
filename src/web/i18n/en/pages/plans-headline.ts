import { namespace } from '../../namespace.ts';

export const texts = namespace({
  startWithoutACard: 'Start without a card',
  indieIsFreeWithoutATimeLimit: 'Indie is free without a time limit.',
  everyPlanIsEquallyFast: 'Every plan is equally fast',
  fluxServesEveryGameTheSameWay: 'Flux serves every game the same way, whatever you pay.',
  downgradingDeletesNothing: 'Downgrading deletes nothing',
  aSmallerPlanKeepsAllYour: 'A smaller plan keeps all your applications and versions.',
  startFreeBrUpgradeWhenYouGrow: 'Start free.{br}Upgrade when you grow.',
  everyPlanHasEveryFeatureYouOnly:
    'Every plan has every feature. You only choose how many applications you publish.',
});
