import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Session, User } from '#shared/accounts.ts';
import { cn } from '../../../lib/cn.ts';
import { formatDate } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { toast } from '../../../ui/toast.tsx';
import { NameForm } from './name-form.tsx';
import { providerLabel } from './provider-label.ts';

export function ProfileDetails({ user, session }: { user: User; session: Session }) {
  const [editing, setEditing] = useState(false);
  return (
    <Section title="User information" text="Your display name stands with everything you publish.">
      {editing ? (
        <NameForm
          username={user.username}
          onCancel={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            toast('Display name updated successfully!');
          }}
        />
      ) : (
        <div className="flex items-start justify-between gap-4">
          <dl className="min-w-0">
            <Fact term="Display name">{user.username}</Fact>
          </dl>
          <Button onClick={() => setEditing(true)} aria-label="Edit display name">
            Edit
          </Button>
        </div>
      )}
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-5">
        <Fact term="Email" wide>
          {user.email ?? 'None'}
        </Fact>
        <Fact term="Role">
          <Badge tone={user.role === 'admin' ? 'accent' : 'neutral'}>
            {user.role === 'admin' ? 'Admin' : 'User'}
          </Badge>
        </Fact>
        <Fact term="Sign-in provider">{providerLabel(user.provider, session.providers)}</Fact>
        <Fact term="Joined">
          <time dateTime={user.createdAt}>{formatDate(user.createdAt)}</time>
        </Fact>
        <Fact term="Last sign-in">
          <time dateTime={user.lastLoginAt}>{formatDate(user.lastLoginAt)}</time>
        </Fact>
      </dl>
    </Section>
  );
}

interface FactProps {
  term: string;
  wide?: boolean;
  children: ReactNode;
}

function Fact({ term, wide, children }: FactProps) {
  return (
    <div className={cn('min-w-0', wide && 'col-span-2')}>
      <dt className="text-13 text-muted">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
