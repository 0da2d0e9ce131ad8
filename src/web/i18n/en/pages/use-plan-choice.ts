import { namespace } from '../../namespace.ts';

export const texts = namespace({
  youAreOnTheIndiePlan: 'You are on the Indie plan.',
  youAlreadyHaveTheNamePlan: 'You already have the {name} plan.',
  administratorsHaveAllPermissions: 'Administrators have all permissions and need no plan.',
});
