import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Building2, Search } from 'lucide-react';
import { listListedOrganizations } from '#shared/app-list.ts';
import { type ApplicationCard, listApplications } from '#shared/apps.ts';
import { call } from '../../api.ts';
import { paths } from '../../paths.ts';
import { texts } from '../../texts/en/commands.ts';
import { fill } from '../../texts/fill.ts';
import { GeneratedPicture } from '../../ui/generated-picture.tsx';
import type { CommandGroup } from './command.ts';

const pauseMilliseconds = 150;
const mostApplications = 6;
const mostOrganizations = 4;

interface Found {
  groups: CommandGroup[];
  isSearching: boolean;
}

/** The applications and organizations that the server finds for what was typed, in the pauses of typing. */
export function useFound(typed: string): Found {
  const q = typed.trim();
  const wanted = q.length >= 2;
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['applications', 'found by commands', q],
    queryFn: async ({ signal }) => {
      await pause(signal);
      const [applications, organizations] = await Promise.all([
        call(listApplications, { query: { q, limit: mostApplications }, signal }),
        call(listListedOrganizations, { query: { q, limit: mostOrganizations }, signal }),
      ]);
      return { applications: applications.items, organizations: organizations.items };
    },
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  if (!wanted) return { groups: [], isSearching: false };
  const everything = {
    id: 'search',
    label: fill(texts.searchTheGalleryForQ, { q }),
    icon: <Search size={16} strokeWidth={1.75} />,
    action: paths.applicationsLike(q),
  };
  return {
    groups: [
      { title: texts.applications, commands: [...(data?.applications ?? []).map(toPlay), everything] },
      {
        title: texts.organizations,
        commands: (data?.organizations ?? []).map(({ id, name }) => ({
          id: `organization-${id}`,
          label: name,
          detail: texts.itsApplications,
          icon: <Building2 size={16} strokeWidth={1.75} />,
          action: paths.applicationsOf(id),
        })),
      },
    ],
    isSearching: isFetching && (isPlaceholderData || data === undefined),
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

/** Ends early where nobody waits for the answer any more. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, pauseMilliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
