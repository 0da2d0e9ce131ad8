import { area } from '../../namespace.ts';

export const texts = area({
  youAreOnTheIndiePlan: 'You are on the Indie plan.',
  youHaveTheNamePlanAlready: 'You have the {name} plan already.',
  administratorsHaveEveryRight: 'Administrators have every right already and need no plan.',
});
