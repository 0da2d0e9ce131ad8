import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';
import { planOrigin } from '../../lib/session/plan-origin.ts';
import { paths } from '../../paths.ts';

/** Links to the plans, which link back to a started upload. */
export function PlansLink(props: Omit<ComponentProps<typeof Link>, 'to' | 'state'>) {
  const { pathname } = useLocation();
  return <Link {...props} to={paths.subscriptions()} state={planOrigin(pathname)} />;
}
