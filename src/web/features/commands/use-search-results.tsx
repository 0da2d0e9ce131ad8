import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Building2, CircleUserRound, Search } from 'lucide-react';
import { type AdminUser, listUsers } from '#shared/admin/admin.ts';
import { type ListedOrganization, listListedOrganizations } from '#shared/apps/app-list.ts';
import { type ApplicationCard, listApplications } from '#shared/apps/apps.ts';
import { call } from '../../api.ts';
import { texts } from '../../i18n/en/commands.ts';
import { format } from '../../i18n/format.ts';
import { paths } from '../../paths.ts';
import { GeneratedPicture } from '../../ui/layout/generated-picture.tsx';
import type { Command, CommandGroup } from './command.ts';

const pauseMilliseconds = 150;
const mostApplications = 6;
const mostOrganizations = 4;
const mostPeople = 4;

interface SearchResults {
  groups: CommandGroup[];
  isSearching: boolean;
}

/** Search results of the server, after typing pauses; `people` only for administrators. */
export function useSearchResults(typed: string, { people }: { people: boolean }): SearchResults {
  const q = typed.trim();
  const wanted = q.length >= 2;
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['applications', 'found by commands', people, q],
    queryFn: async ({ signal }) => {
      await pause(signal);
      const [applications, organizations, users] = await Promise.all([
        call(listApplications, { query: { q, limit: mostApplications }, signal }),
        call(listListedOrganizations, { query: { q, limit: mostOrganizations }, signal }),
        people ? call(listUsers, { query: { search: q, limit: mostPeople }, signal }) : null,
      ]);
      return {
        applications: applications.items,
        organizations: organizations.items,
        users: users?.items ?? [],
      };
    },
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  if (!wanted) return { groups: [], isSearching: false };
  const everything = {
    id: 'search',
    label: format(texts.searchTheGalleryForQ, { q }),
    icon: <Search size={16} strokeWidth={1.75} />,
    action: paths.applicationsLike(q),
  };
  const answered = (commands: Command[]) =>
    isPlaceholderData ? commands.map((command) => ({ ...command, isOutdated: true })) : commands;
  return {
    groups: [
      {
        title: texts.applications,
        commands: [...answered((data?.applications ?? []).map(toPlay)), everything],
      },
      {
        title: texts.organizations,
        commands: answered((data?.organizations ?? []).map(toOrganization)),
      },
      { title: texts.people, commands: answered((data?.users ?? []).map(toAccount)) },
    ],
    isSearching: isFetching && (isPlaceholderData || data === undefined),
  };
}

function toOrganization({ id, name }: ListedOrganization) {
  return {
    id: `organization-${id}`,
    label: name,
    detail: texts.itsApplications,
    icon: <Building2 size={16} strokeWidth={1.75} />,
    action: paths.applicationsOf(id),
  };
}

function toAccount({ uid, username, email }: AdminUser) {
  return {
    id: `person-${uid}`,
    label: username,
    detail: email ?? undefined,
    icon: <CircleUserRound size={16} strokeWidth={1.75} />,
    action: paths.adminUsersLike(email ?? uid),
  };
}

function toPlay(app: ApplicationCard) {
  return {
    id: `application-${app.id}`,
    label: app.name,
    detail: app.organization ? `${app.uploadedByUsername}, ${app.organization.name}` : app.uploadedByUsername,
    icon: (
      <span className="block aspect-4/3 w-9 overflow-hidden rounded-[4px] bg-raised">
        {app.thumbnailUrl ? (
          <img src={app.thumbnailUrl} alt="" className="size-full object-cover" />
        ) : (
          <GeneratedPicture seed={app.id} />
        )}
      </span>
    ),
    action: paths.play(app.id),
  };
}

/** Cancelled when the result is no longer needed. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, pauseMilliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
