import type { Session, User } from '#shared/accounts.ts';
import { formatDate } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Section } from '../../../ui/section.tsx';
import { DisplayName } from './display-name.tsx';
import { Fact } from './fact.tsx';
import { providerLabel } from './provider-label.ts';

export function ProfileDetails({ user, session }: { user: User; session: Session }) {
  return (
    <Section title="User information" text="Your display name stands with everything you publish.">
      <DisplayName username={user.username} />
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
