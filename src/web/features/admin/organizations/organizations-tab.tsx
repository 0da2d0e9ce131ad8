import { Pencil, Trash2, Users } from 'lucide-react';
import { type AdminOrganization, adminMessages } from '#shared/admin/admin.ts';
import { texts } from '#web/i18n/en/admin/organizations.ts';
import { format } from '#web/i18n/format.ts';
import { formatDate } from '#web/lib/format/dates.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import type { Column } from '#web/ui/lists/data-table.tsx';
import type { Address } from '../address.ts';
import { Named, OwnerEmail, OwnerName, Visibility } from '../cells.tsx';
import { Toolbar } from '../filter.tsx';
import { AdminList } from '../list.tsx';
import { RowAction } from '../row-action.tsx';
import { useAllOrganizations } from './use-organizations.ts';

export type OrganizationQuestion = 'manage' | 'edit' | 'delete';

interface OrganizationsTabProps {
  address: Address;
  onAsk: (what: OrganizationQuestion, organization: AdminOrganization) => void;
}

export function OrganizationsTab({ address, onAsk }: OrganizationsTabProps) {
  const typed = address.text('q');
  const search = typed.trim();
  const list = useAllOrganizations(search);
  return (
    <>
      <Toolbar narrowed={search !== ''} onClear={() => address.change({ q: '' })}>
        <SearchField
          label={texts.searchOrganizations}
          placeholder={texts.searchOrganizationsPlaceholder}
          value={typed}
          onSearch={(q) => address.change({ q }, { replace: true })}
        />
      </Toolbar>
      <AdminList
        caption={texts.organizations}
        of="organizations"
        list={list}
        columns={columns(onAsk)}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        failed={adminMessages.organizationsFailed}
        empty={texts.noOrganizationsFound}
        emptyText={search ? texts.noMatch : undefined}
      />
    </>
  );
}

function columns(onAsk: OrganizationsTabProps['onAsk']): Column<AdminOrganization>[] {
  return [
    {
      name: texts.organization,
      part: 'title',
      cell: ({ name, description, offline }) => (
        <Named
          name={<span title={name}>{name}</span>}
          description={description}
          marks={
            offline && (
              <Badge tone="danger" title={texts.sinceItsOwnersSubscriptionEnded}>
                {texts.offline}
              </Badge>
            )
          }
        />
      ),
    },
    { name: texts.owner, width: 'w-40', cell: ({ owner }) => <OwnerName owner={owner} /> },
    { name: texts.ownerEmail, width: 'w-52', cell: ({ owner }) => <OwnerEmail owner={owner} /> },
    {
      name: texts.members,
      width: 'w-20',
      cell: ({ memberCount }) => <span className="tabular-nums">{formatNumber(memberCount)}</span>,
    },
    { name: texts.visibility, width: 'w-24', cell: ({ isPublic }) => <Visibility isPublic={isPublic} /> },
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
      width: 'w-60',
      part: 'actions',
      cell: (organization) => (
        <>
          <Button
            variant="secondary"
            className="lg:h-8! lg:px-3! lg:text-13!"
            aria-label={format(texts.manageMembersOfName, { name: organization.name })}
            onClick={() => onAsk('manage', organization)}
          >
            <Users strokeWidth={1.75} aria-hidden="true" />
            {texts.manageMembers}
          </Button>
          <RowAction
            icon={Pencil}
            label={texts.edit}
            name={format(texts.editNamed, { name: organization.name })}
            onChoose={() => onAsk('edit', organization)}
          />
          <RowAction
            icon={Trash2}
            label={texts.delete}
            name={format(texts.deleteNamed, { name: organization.name })}
            destructive
            onChoose={() => onAsk('delete', organization)}
          />
        </>
      ),
    },
  ];
}
