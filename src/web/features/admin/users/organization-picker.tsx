import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { type AdminUser, adminMessages, listAdminOrganizations } from '#shared/admin/admin.ts';
import { call, messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/admin/users.ts';
import { format } from '#web/i18n/format.ts';
import { cn } from '#web/lib/cn.ts';
import { disambiguateNames } from '#web/lib/format/disambiguate-names.ts';
import { useCloseWatcher } from '#web/ui/dialogs/use-close-watcher.ts';
import { ChoiceList } from '#web/ui/forms/choice-list.tsx';
import { useShowBanner } from '../banners.tsx';
import { useChangeUser } from './use-users.ts';

const none = { id: null, name: texts.noOrganization };

/** There may be a million organizations, so they are searched by name. */
export function OrganizationPicker({ user }: { user: AdminUser }) {
  const [open, setOpen] = useState(false);
  useCloseWatcher(open, () => setOpen(false));
  const change = useChangeUser(user.uid);
  const tell = useShowBanner();
  const [wanted, setWanted] = useState<string | null>(null);
  const name = change.isPending && wanted !== null ? wanted : (user.organizationName ?? none.name);
  const choose = (organizationId: string | null, chosenName: string) => {
    setOpen(false);
    if (organizationId === user.organizationId) return;
    setWanted(chosenName);
    change.mutate(
      { organizationId },
      {
        onSuccess: () => tell.succeeded(adminMessages.organizationUpdated),
        onError: (error) => tell.failed(messageOf(error)),
      },
    );
  };
  return (
    // The selection is sent before the next one. Until then its name is shown here.
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next && !change.isPending)}>
      <Popover.Trigger asChild>
        <button
          type="button"
          aria-label={format(texts.organizationOfUsernameName, { username: user.username, name })}
          aria-busy={change.isPending || undefined}
          title={
            user.organizationId === null ? name : format(texts.nameAndId, { name, id: user.organizationId })
          }
          className={cn(
            'flex h-11 w-full min-w-0 items-center justify-between gap-2 rounded-control border border-control bg-surface pe-3 ps-3 text-start text-16 transition-colors hover:border-muted md:h-9 md:text-14 lg:h-8! lg:ps-2.5! lg:text-13!',
            user.organizationId === null && !change.isPending && 'text-muted',
          )}
        >
          <bdi className="truncate">{name}</bdi>
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
        </button>
      </Popover.Trigger>
      <Popover.Content
        align="start"
        sideOffset={6}
        collisionPadding={8}
        aria-label={format(texts.organizationOfUsername, { username: user.username })}
        className="z-50 w-72 animate-rise rounded-picture border border-line bg-surface p-1.5 shadow-float"
      >
        <Choices user={user} onChoose={choose} />
      </Popover.Content>
    </Popover.Root>
  );
}

interface ChoicesProps {
  user: AdminUser;
  onChoose: (id: string | null, name: string) => void;
}

function Choices({ user, onChoose }: ChoicesProps) {
  const [text, setText] = useState('');
  const search = text.trim();
  // Outside of the refreshed area: a list in use does not change under the pointer.
  const found = useQuery({
    queryKey: ['organization-choice', search],
    queryFn: ({ signal }) => findOrganizations(search, signal),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
  const { items = [], nextCursor = null } = found.data ?? {};
  const organizations = disambiguateNames(items);
  const options = search === '' ? [none, ...organizations] : organizations;
  const message = () => {
    if (found.isError) return adminMessages.organizationsFailed;
    if (found.isSuccess && options.length === 0) return texts.noMatches;
    return nextCursor === null ? '' : texts.thereAreMoreSearchToFindThem;
  };
  return (
    <ChoiceList
      label={format(texts.organizationOfUsername, { username: user.username })}
      text={text}
      onText={setText}
      options={options}
      chosen={user.organizationId}
      busy={found.isPlaceholderData}
      message={message()}
      onChoose={(id) => onChoose(id, options.find((each) => each.id === id)?.name ?? none.name)}
    />
  );
}

/** The first hits. A page without hits is not the end: a search returns one section of the list at a time. */
async function findOrganizations(search: string, signal: AbortSignal) {
  const pageFrom = (cursor?: string) =>
    call(listAdminOrganizations, { query: { search: search || undefined, cursor }, signal });
  let page = await pageFrom();
  while (page.items.length === 0 && page.nextCursor !== null) page = await pageFrom(page.nextCursor);
  return page;
}
