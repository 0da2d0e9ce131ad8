import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';
import { planOrigin } from '../../lib/session/plan-origin.ts';
import { paths } from '../../paths.ts';

/** Leads to the plans, which lead back to an upload that was begun. */
export function PlansLink(props: Omit<ComponentProps<typeof Link>, 'to' | 'state'>) {
  const { pathname } = useLocation();
  return <Link {...props} to={paths.subscriptions()} state={planOrigin(pathname)} />;
}
