import type { ReactNode } from 'react';
import { texts } from '../../i18n/en/admin.ts';
import { Badge } from '../../ui/layout/badge.tsx';

interface NamedProps {
  name: ReactNode;
  description: string;
  /** Before and after the name. */
  picture?: ReactNode;
  marks?: ReactNode;
}

/** A name and its description in one line. */
export function Named({ name, description, picture, marks }: NamedProps) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      {picture}
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-1.5">
          <span className="max-w-full min-w-0 truncate font-medium">
            <bdi>{name}</bdi>
          </span>
          {marks}
        </p>
        {description !== '' && (
          <p title={description.slice(0, 300)} className="truncate text-muted">
            <bdi>{description}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}

interface OpeningProps {
  title: string;
  /** The beginning of a text. */
  excerpt: string;
  onOpen: () => void;
}

/** A text that opens in full: its title is the button, with the area of both lines. */
export function Opening({ title, excerpt, onOpen }: OpeningProps) {
  return (
    <div className="group relative min-w-0 py-0.5">
      <button
        type="button"
        onClick={onOpen}
        className="block w-full truncate text-start font-medium group-hover:underline after:absolute after:inset-0 after:rounded-control"
      >
        <bdi>{title}</bdi>
      </button>
      <p className="truncate text-muted">
        <bdi>{excerpt}</bdi>
      </p>
    </div>
  );
}

interface Owner {
  displayName: string;
  email: string | null;
}

export function OwnerName({ owner: { displayName, email } }: { owner: Owner }) {
  const name = displayName.trim() || email || texts.unknown;
  return (
    <p title={name} className="truncate">
      <bdi>{name}</bdi>
    </p>
  );
}

export function OwnerEmail({ owner: { email } }: { owner: Owner }) {
  return (
    <p title={email ?? undefined} className="truncate text-muted">
      <bdi>{email || 'N/A'}</bdi>
    </p>
  );
}

export function Visibility({ isPublic }: { isPublic: boolean }) {
  return <Badge>{isPublic ? texts.public : texts.private}</Badge>;
}
