import { Building2, Plus } from 'lucide-react';
import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/orgs/list.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { List } from '#web/ui/lists/list.tsx';
import { LoadMore } from '#web/ui/lists/load-more.tsx';
import { LoadingRegion } from '#web/ui/loading/loading-region.tsx';
import { EmptyState, ErrorState } from '#web/ui/loading/states.tsx';
import type { useOrganizations } from '../use-organizations.ts';
import type { Act } from './actions.ts';
import { OrganizationRow, OrganizationRowSkeleton } from './organization-row.tsx';

interface OrganizationListProps {
  list: ReturnType<typeof useOrganizations>;
  /** As typed, including a trailing space. */
  typed: string;
  /** Whether a pending invitation is shown above. */
  isInvited: boolean;
  onSearch: (text: string) => void;
  onCreate: () => void;
  onAct: Act;
}

/** So few need no search. */
const withoutSearch = 5;

/** The organizations of the account. */
export function OrganizationList({
  list,
  typed,
  isInvited,
  onSearch,
  onCreate,
  onAct,
}: OrganizationListProps) {
  const q = typed.trim();
  const organizations = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isPending) return <OrganizationsSkeleton />;
  if (!list.data) {
    return (
      <ErrorState level={2} title={texts.failedToFetchOrganizations} onRetry={() => list.refetch()}>
        {messageOf(list.error)}
      </ErrorState>
    );
  }
  if (organizations.length === 0 && q === '' && !list.isPlaceholderData)
    return <Nothing isInvited={isInvited} onCreate={onCreate} />;
  const isNoneFound = organizations.length === 0 && !list.isPlaceholderData;
  const searched = typed !== '' || organizations.length > withoutSearch;
  return (
    <div className="grid grid-cols-1 gap-4">
      {searched && (
        <div className="flex md:max-w-80">
          <SearchField
            label={texts.searchOrganizations}
            placeholder={texts.searchOrganizationsPlaceholder}
            value={typed}
            onSearch={onSearch}
          />
        </div>
      )}
      <div role="status" className="empty:absolute">
        {isNoneFound && (
          <EmptyState
            level={2}
            title={texts.noOrganizationsFound}
            action={<Button onClick={() => onSearch('')}>{texts.clearTheSearch}</Button>}
          >
            {texts.noneOfYourOrganizationsMatches}
          </EmptyState>
        )}
      </div>
      {!isNoneFound && (
        <List
          aria-label={texts.organizations}
          aria-busy={list.isPlaceholderData || undefined}
          className={cn(
            'divide-y divide-line rounded-picture border border-line bg-surface transition-opacity',
            list.isPlaceholderData && 'opacity-60',
          )}
        >
          {organizations.map((organization) => (
            <OrganizationRow key={organization.id} organization={organization} onAct={onAct} />
          ))}
        </List>
      )}
      {list.hasNextPage && (
        <LoadMore key={list.data.pages.length} failure={texts.theNextOrganizationsCouldNotBe} list={list} />
      )}
    </div>
  );
}

function Nothing({ isInvited, onCreate }: Pick<OrganizationListProps, 'isInvited' | 'onCreate'>) {
  return (
    <EmptyState
      level={2}
      title={texts.noOrganizationsYet}
      picture={<Building2 size={32} strokeWidth={1.5} aria-hidden="true" className="text-muted" />}
      action={
        <Button variant={isInvited ? 'secondary' : 'primary'} onClick={onCreate}>
          <Plus strokeWidth={1.75} aria-hidden="true" />
          {texts.createOrganization}
        </Button>
      }
    >
      {texts.anOrganizationGroupsPeopleAnd}
    </EmptyState>
  );
}

export function OrganizationsSkeleton() {
  return (
    <LoadingRegion
      label={texts.loadingOrganizations}
      className="divide-y divide-line rounded-picture border border-line bg-surface"
    >
      {[0, 1, 2].map((row) => (
        <OrganizationRowSkeleton key={row} />
      ))}
    </LoadingRegion>
  );
}
