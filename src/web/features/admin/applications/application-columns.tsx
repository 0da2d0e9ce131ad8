import { Flag, PowerOff, Trash2, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import type { AdminApplication } from '#shared/admin/admin.ts';
import { texts } from '#web/i18n/en/admin/applications.ts';
import { format } from '#web/i18n/format.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { GeneratedPicture } from '#web/ui/layout/generated-picture.tsx';
import { VersionTag } from '#web/ui/layout/version-tag.tsx';
import type { Column } from '#web/ui/lists/data-table.tsx';
import { Named, OwnerEmail, OwnerName, Visibility } from '../cells.tsx';
import { RowAction } from '../row-action.tsx';
import type { ApplicationQuestion } from './application-dialogs.tsx';

type Ask = (what: ApplicationQuestion, application: AdminApplication) => void;

export function applicationColumns(onAsk: Ask): Column<AdminApplication>[] {
  return [
    {
      name: texts.application,
      part: 'title',
      cell: (application) => (
        <Named
          picture={<SmallPicture {...application} />}
          name={
            <Link to={paths.play(application.id)} title={application.name} className="hover:underline">
              {application.name}
            </Link>
          }
          description={application.description}
          marks={<Marks application={application} />}
        />
      ),
    },
    { name: texts.owner, width: 'w-32 min-[100rem]:w-36', cell: ({ owner }) => <OwnerName owner={owner} /> },
    {
      name: texts.ownerEmail,
      width: 'w-44 min-[100rem]:w-52',
      cell: ({ owner }) => <OwnerEmail owner={owner} />,
    },
    {
      name: texts.organization,
      width: 'w-36 min-[100rem]:w-42',
      cell: ({ organization }) => (
        <p title={organization?.name} className="truncate">
          {organization?.name ?? <span className="text-muted">{texts.none}</span>}
        </p>
      ),
    },
    {
      name: texts.version,
      width: 'w-20',
      cell: ({ version }) => (
        <p title={version} className="truncate text-12 text-muted">
          {version ? <VersionTag of={version} /> : 'N/A'}
        </p>
      ),
    },
    { name: texts.visibility, width: 'w-22', cell: ({ isPublic }) => <Visibility isPublic={isPublic} /> },
    {
      name: texts.created,
      width: 'w-26',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap text-muted">
          {formatDate(createdAt)}
        </time>
      ),
    },
    {
      name: texts.actions,
      width: 'w-19',
      part: 'actions',
      cell: (application) => <Actions application={application} onAsk={onAsk} />,
    },
  ];
}

interface PictureProps {
  id: string;
  name: string;
  thumbnailUrl: string | null;
}

export function SmallPicture({ id, name, thumbnailUrl }: PictureProps) {
  return (
    <span
      aria-hidden="true"
      className="block aspect-4/3 w-12 shrink-0 overflow-hidden rounded-control bg-raised ring-1 ring-line"
    >
      {thumbnailUrl ? (
        <img src={thumbnailUrl} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        <GeneratedPicture seed={id} name={name} />
      )}
    </span>
  );
}

function Marks({ application: { takenDown, offline, openReports } }: { application: AdminApplication }) {
  return (
    <>
      {takenDown ? (
        <Badge tone="danger" title={takenDown.reason}>
          {texts.takenOffline}
        </Badge>
      ) : (
        offline && (
          <Badge tone="danger" title={texts.sinceItsOwnersSubscriptionEnded}>
            {texts.offline}
          </Badge>
        )
      )}
      {openReports > 0 && (
        <Link to={paths.adminReports()} className="flex rounded-full">
          <Badge tone="warning" title={format(texts.countOpenReports, { openReports })}>
            <Flag size={12} strokeWidth={2} aria-hidden="true" />
            <span aria-hidden="true">{formatNumber(openReports)}</span>
            <span className="sr-only">{format(texts.countOpenReports, { openReports })}</span>
          </Badge>
        </Link>
      )}
    </>
  );
}

function Actions({ application, onAsk }: { application: AdminApplication; onAsk: Ask }) {
  const { name, takenDown } = application;
  return (
    <>
      {takenDown ? (
        <RowAction
          icon={Undo2}
          label={texts.bringBack}
          name={format(texts.bringBackNamed, { name })}
          onChoose={() => onAsk('bring-back', application)}
        />
      ) : (
        <RowAction
          icon={PowerOff}
          label={texts.takeOffline}
          name={format(texts.takeOfflineNamed, { name })}
          onChoose={() => onAsk('take-offline', application)}
        />
      )}
      <RowAction
        icon={Trash2}
        label={texts.delete}
        name={format(texts.deleteNamed, { name })}
        destructive
        onChoose={() => onAsk('delete', application)}
      />
    </>
  );
}
