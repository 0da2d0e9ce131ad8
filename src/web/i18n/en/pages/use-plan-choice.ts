import { namespace } from '../../namespace.ts';

export const texts = namespace({
  youAreOnTheIndiePlan: 'You are on the Indie plan.',
  youHaveTheNamePlanAlready: 'You have the {name} plan already.',
  administratorsHaveEveryRight: 'Administrators have every right already and need no plan.',
});
