import type { Session, User } from '#shared/accounts/accounts.ts';
import { texts } from '#web/i18n/en/accounts/profile.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Section } from '#web/ui/layout/section.tsx';
import { DisplayName } from './display-name.tsx';
import { Fact } from './fact.tsx';
import { providerLabel } from './provider-label.ts';

export function ProfileDetails({ user, session }: { user: User; session: Session }) {
  return (
    <Section title={texts.userInformation} text={texts.everythingThatYouPublishShows}>
      <DisplayName username={user.username} />
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-5">
        <Fact term={texts.email} wide>
          <bdi>{user.email ?? texts.none}</bdi>
        </Fact>
        <Fact term={texts.role}>
          <Badge tone={user.role === 'admin' ? 'accent' : 'neutral'}>
            {user.role === 'admin' ? texts.admin : texts.user}
          </Badge>
        </Fact>
        <Fact term={texts.signInProvider}>{providerLabel(user.provider, session.providers)}</Fact>
        <Fact term={texts.joined}>
          <time dateTime={user.createdAt}>{formatDate(user.createdAt)}</time>
        </Fact>
        <Fact term={texts.lastSignIn}>
          <time dateTime={user.lastLoginAt}>{formatDate(user.lastLoginAt)}</time>
        </Fact>
      </dl>
    </Section>
  );
}
