import { Building2, CloudUpload, House, type LucideIcon, Shield } from 'lucide-react';
import type { User } from '#shared/accounts/accounts.ts';
import { texts } from '../i18n/en/shell/shell.ts';
import { format } from '../i18n/format.ts';
import { paths } from '../paths.ts';

export interface Destination {
  to: string;
  /** Pages of this destination with their own addresses. */
  others?: readonly string[];
  label: string;
  /** The short label. */
  shortLabel?: string;
  icon: LucideIcon;
  /** Its global shortcut, as in the palette. */
  keys: string;
  /** Pending items there; undefined if there are none. */
  pending?: { count: number; text: string };
}

const home: Destination = { to: paths.home(), label: texts.home, icon: House, keys: 'g h' };
const upload: Destination = { to: paths.upload(), label: texts.upload, icon: CloudUpload, keys: 'n' };
const organizations: Destination = {
  to: paths.organizations(),
  label: texts.organizations,
  shortLabel: texts.orgs,
  icon: Building2,
  keys: 'g o',
};
const admin: Destination = {
  to: paths.admin(),
  others: [paths.storage()],
  label: texts.admin,
  icon: Shield,
  keys: 'g a',
};

interface Destinations {
  everyday: Destination[];
  administration: Destination[];
}

/** The destinations of the main navigation, by permission. */
export function destinationsOf(user: User | null | undefined, invitations: number): Destinations {
  return {
    everyday: user ? [home, upload, invitations > 0 ? withPending(invitations) : organizations] : [home],
    administration: user?.role === 'admin' ? [admin] : [],
  };
}

function withPending(invitations: number): Destination {
  const text = format(texts.countInvitations, { invitations });
  return { ...organizations, pending: { count: invitations, text } };
}
