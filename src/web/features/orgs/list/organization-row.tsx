import { Clock, Globe, LayoutGrid, Lock, LogOut, UserPlus, UsersRound } from 'lucide-react';
import { Link } from 'react-router';
import type { Organization } from '#shared/orgs/orgs.ts';
import { texts } from '#web/i18n/en/orgs/list.ts';
import { format } from '#web/i18n/format.ts';
import { Rich } from '#web/i18n/rich.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { GeneratedPicture } from '#web/ui/layout/generated-picture.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { nameOf } from '../members/name-of.ts';
import { roleLabels } from '../roles.ts';
import type { Act } from './actions.ts';
import { OrganizationMenu } from './organization-menu.tsx';

interface OrganizationRowProps {
  organization: Organization;
  onAct: Act;
}

const rowClasses =
  'grid grid-cols-[2.5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 px-4 py-4 md:grid-cols-[2.5rem_minmax(0,1fr)_auto] md:px-5';

export function OrganizationRow({ organization, onAct }: OrganizationRowProps) {
  const { id, name, description, can } = organization;
  return (
    <li aria-label={name} className={rowClasses}>
      <div className="size-10 overflow-hidden rounded-control ring-1 ring-line">
        <GeneratedPicture seed={id} />
      </div>
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="max-w-full min-w-0 text-16 font-semibold tracking-tight wrap-anywhere">
            <bdi>{name}</bdi>
          </h2>
          <Badges organization={organization} />
        </div>
        {description && (
          <p className="line-clamp-2 max-w-reading text-13 wrap-anywhere">
            <bdi>{description}</bdi>
          </p>
        )}
        <Facts organization={organization} />
        {organization.isOffline && <OfflineReason organization={organization} />}
      </div>
      <div className="col-span-2 flex items-center gap-2 md:col-span-1 md:justify-end">
        <Faces organization={organization} />
        {can.lookInside && (
          <Button
            className="max-md:flex-1 max-md:px-2!"
            aria-label={
              can.manageMembers ? format(texts.manageName, { name }) : format(texts.membersOfName, { name })
            }
            onClick={() => onAct('manage', organization)}
          >
            <UsersRound strokeWidth={1.75} aria-hidden="true" />
            {/* Users without edit permission may still view it. */}
            {can.manageMembers ? texts.manage : texts.members}
          </Button>
        )}
        {can.inviteAs.length > 0 && (
          <Button
            className="max-md:flex-1 max-md:px-2!"
            aria-label={format(texts.inviteToName, { name })}
            onClick={() => onAct('invite', organization)}
          >
            <UserPlus strokeWidth={1.75} aria-hidden="true" />
            {texts.invite}
          </Button>
        )}
        {can.lookInside ? (
          <OrganizationMenu organization={organization} onAct={onAct} />
        ) : (
          can.leave && (
            <Button
              className="max-md:flex-1 max-md:px-2!"
              aria-label={format(texts.leaveName, { name })}
              onClick={() => onAct('leave', organization)}
            >
              <LogOut strokeWidth={1.75} aria-hidden="true" />
              {texts.leave}
            </Button>
          )
        )}
      </div>
    </li>
  );
}

function Badges({ organization: { role, isPublic, isOffline } }: { organization: Organization }) {
  const Icon = isPublic ? Globe : Lock;
  return (
    <>
      {role && <Badge tone={role === 'owner' ? 'success' : 'info'}>{roleLabels[role]}</Badge>}
      {isOffline ? (
        <Badge tone="danger">{texts.offline}</Badge>
      ) : (
        <Badge>
          <Icon size={12} strokeWidth={1.75} aria-hidden="true" />
          {isPublic ? texts.public : texts.private}
        </Badge>
      )}
    </>
  );
}

/** Only its owner can restore it. */
function OfflineReason({ organization: { can } }: { organization: Organization }) {
  return (
    <p className="mt-1 max-w-reading text-13 text-muted">
      {can.delete ? (
        <Rich
          text={texts.yourSubscriptionHasEndedSoItIs}
          with={{
            link: (inside) => (
              <Link to={paths.pricing()} className="font-medium text-text underline underline-offset-2">
                {inside}
              </Link>
            ),
          }}
        />
      ) : (
        texts.theSubscriptionOfItsOwnerHasEnded
      )}
    </p>
  );
}

function Facts({ organization }: { organization: Organization }) {
  const { id, memberCount, applications, awaitingApproval, isOffline } = organization;
  const shown = (
    <>
      <LayoutGrid size={14} strokeWidth={1.75} aria-hidden="true" />
      {format(texts.countApplications, { applications })}
    </>
  );
  return (
    <p className="flex flex-wrap gap-x-4 text-13 text-muted tabular-nums">
      <span className="flex items-center gap-1.5">
        <UsersRound size={14} strokeWidth={1.75} aria-hidden="true" />
        {format(texts.countMembers, { memberCount })}
      </span>
      {/* The gallery does not show offline organizations. */}
      {isOffline ? (
        <span className="flex items-center gap-1.5">{shown}</span>
      ) : (
        <Link
          to={paths.applicationsOf(id)}
          className="relative flex items-center gap-1.5 underline-offset-2 after:absolute after:-inset-x-2 after:-inset-y-3 hover:text-text hover:underline md:after:-inset-y-1"
        >
          {shown}
        </Link>
      )}
      {awaitingApproval > 0 && (
        <Link
          to={paths.approvals()}
          className="relative flex items-center gap-1.5 text-warning underline-offset-2 after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline md:after:-inset-y-1"
        >
          <Clock size={14} strokeWidth={1.75} aria-hidden="true" />
          {format(texts.countAwaitApproval, { awaitingApproval })}
        </Link>
      )}
    </p>
  );
}

const facesShown = 4;

/** Decorative if there is room: the numbers have words. */
function Faces({ organization: { members, memberCount } }: { organization: Organization }) {
  if (members.length < 2) return null;
  return (
    <span aria-hidden="true" className="me-2 flex items-center max-lg:hidden">
      {members.slice(0, facesShown).map((member) => (
        <span key={member.uid} className="-ms-1.5 rounded-full ring-2 ring-surface">
          <Avatar name={nameOf(member)} />
        </span>
      ))}
      {memberCount > facesShown && (
        <span dir="ltr" className="ms-1.5 text-12 text-muted tabular-nums">
          +{memberCount - facesShown}
        </span>
      )}
    </span>
  );
}

export function OrganizationRowSkeleton() {
  return (
    <div className={rowClasses}>
      <Skeleton className="size-10" />
      <div className="grid min-w-0 grid-cols-1 gap-2 py-1">
        <Skeleton className="h-4 w-48 max-w-full" />
        <Skeleton className="h-3 w-80 max-w-full" />
        <Skeleton className="h-3 w-40 max-w-full" />
      </div>
      <Skeleton className="col-span-2 h-11 md:col-span-1 md:h-9 md:w-56" />
    </div>
  );
}
