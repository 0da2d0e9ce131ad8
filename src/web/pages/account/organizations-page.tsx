import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { User } from '#shared/accounts/accounts.ts';
import { maxSearchLength } from '#shared/contract/search-length.ts';
import { useSignOut } from '../../features/accounts/session.ts';
import { useSignIn } from '../../features/accounts/sign-in.tsx';
import { Invitations } from '../../features/orgs/invitations/invitations.tsx';
import { useOwnInvitationsQuery } from '../../features/orgs/invitations/use-own-invitations.ts';
import { OrganizationList, OrganizationsSkeleton } from '../../features/orgs/list/organization-list.tsx';
import { useOrganizations } from '../../features/orgs/use-organizations.ts';
import { PendingVersions } from '../../features/versions/approvals/pending-versions.tsx';
import { useApprovals } from '../../features/versions/approvals/use-approvals.ts';
import { texts } from '../../i18n/en/pages/organizations-page.ts';
import { useInitialLoad } from '../../lib/hooks/use-initial-load.ts';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';
import { invitationParameter, paths } from '../../paths.ts';
import { Guard } from '../../shell/guard.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { toast } from '../../ui/loading/toast.tsx';
import { useOrganizationDialogs } from './organization-dialogs.tsx';

export default function OrganizationsPage() {
  const [search] = useSearchParams();
  usePageTitle(texts.organizations);
  return (
    <Guard
      signedOut={{
        title: texts.pleaseSignInToViewOrganizations,
        text: search.has(invitationParameter) ? texts.youHaveAnInvitationSignInWithThe : undefined,
      }}
      waiting={<OrganizationsPageSkeleton />}
    >
      {(user) => <Organizations key={user.id} user={user} />}
    </Guard>
  );
}

function Organizations({ user }: { user: User }) {
  const [search, setSearch] = useSearchParams();
  const typed = (search.get('q') ?? '').slice(0, maxSearchLength);
  const list = useOrganizations(user.id, typed.trim());
  // The empty state has this button too.
  const isEmpty = typed === '' && list.data?.pages[0]?.items.length === 0;
  const heading = useRef<HTMLHeadingElement>(null);
  /** The focus target after the focused element is gone. */
  const toHeading = () => heading.current?.focus({ preventScroll: true });
  const { act, create, dialogs } = useOrganizationDialogs({
    userId: user.id,
    find: (id) => list.data?.pages.flatMap(({ items }) => items).find((each) => each.id === id),
    hasNone: isEmpty,
    onGone: toHeading,
  });
  const linkedId = search.get(invitationParameter);
  // A pending invitation comes first.
  const invitations = useOwnInvitationsQuery(user.id);
  const isAwaited = useInitialLoad([invitations, useApprovals(user.id)]);
  const isInvited = (invitations.data?.invitations.length ?? 0) > 0 || linkedId !== null;
  const changeAccount = useChangeAccount(linkedId);
  const set = (name: string, value: string | null) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return (
    <div className="mx-auto max-w-content px-4 pt-8 md:px-6 md:pt-12">
      <PageHead heading={heading} title={texts.organizations} text={texts.shareApplicationsWithAGroup}>
        {!isEmpty && (
          <Button variant={isInvited ? 'secondary' : 'primary'} onClick={create}>
            <Plus strokeWidth={1.75} aria-hidden="true" />
            {texts.createOrganization}
          </Button>
        )}
      </PageHead>
      {/* All at once: content above the list would push it down. */}
      {isAwaited ? (
        <OrganizationsSkeleton />
      ) : (
        <>
          <Invitations
            user={user}
            linkedId={linkedId}
            onDone={(id) => {
              if (id === linkedId) set(invitationParameter, null);
              toHeading();
            }}
            onOtherAccount={changeAccount}
          />
          <PendingVersions userId={user.id} className="mb-6" />
          <OrganizationList
            list={list}
            typed={typed}
            isInvited={isInvited}
            onSearch={(q) => set('q', q)}
            onCreate={create}
            onAct={act}
          />
        </>
      )}
      {dialogs}
    </div>
  );
}

/** Signs out and opens the sign-in, which returns to the same invitation. */
function useChangeAccount(invitationId: string | null) {
  const openSignIn = useSignIn();
  const returnTo = invitationId === null ? paths.organizations() : paths.invitation(invitationId);
  const signOut = useSignOut(() => openSignIn({ returnTo }));
  return () => signOut.mutate(undefined, { onError: () => toast(texts.logoutFailed, { failed: true }) });
}

function OrganizationsPageSkeleton() {
  return (
    <div className="mx-auto max-w-content px-4 pt-8 md:px-6 md:pt-12">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div>
          <Skeleton className="h-9.5 w-56" />
          <Skeleton className="my-1.5 h-5 w-72 max-w-full" />
        </div>
        <Skeleton className="h-11 w-46 md:h-9" />
      </div>
      <OrganizationsSkeleton />
    </div>
  );
}
