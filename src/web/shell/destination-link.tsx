import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import type { Destination } from './destinations.ts';

interface DestinationLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  destination: Destination;
}

/** A link that is marked as current on each page of its destination. */
export function DestinationLink({ destination: { to, others = [] }, ...props }: DestinationLinkProps) {
  const { pathname } = useLocation();
  const isHere = [to, ...others].some(
    (path) => pathname === path || (path !== paths.home() && pathname.startsWith(`${path}/`)),
  );
  return <Link to={to} aria-current={isHere ? 'page' : undefined} {...props} />;
}
