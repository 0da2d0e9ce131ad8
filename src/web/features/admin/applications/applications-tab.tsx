import { useRef, useState } from 'react';
import { type AdminApplication, type ApplicationState, applicationStates } from '#shared/admin/admin.ts';
import { texts } from '#web/i18n/en/admin/applications.ts';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import type { Address, AddressFilters } from '../address.ts';
import { Filter, Toolbar } from '../filter.tsx';
import { AdminList } from '../list.tsx';
import { applicationColumns } from './application-columns.tsx';
import { type ApplicationQuestion, applicationDialogs } from './application-dialogs.tsx';
import { type ApplicationFilters, useAllApplications } from './use-applications.ts';

const stateLabels: Record<ApplicationState, string> = {
  public: texts.public,
  private: texts.private,
  offline: texts.offlinePlanEnded,
  'taken-offline': texts.takenOffline,
  reported: texts.reported,
};

export function readApplicationFilters(address: AddressFilters): ApplicationFilters {
  return { search: address.text('q').trim(), state: address.one('state', applicationStates) };
}

export function ApplicationsTab({ address }: { address: Address }) {
  const [asked, setAsked] = useState<{ what: ApplicationQuestion; application: AdminApplication } | null>(
    null,
  );
  const top = useRef<HTMLDivElement>(null);
  const Dialog = asked && applicationDialogs[asked.what];
  const filters = readApplicationFilters(address);
  const { search, state } = filters;
  const list = useAllApplications(filters);
  const narrowed = search !== '' || state !== undefined;
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Toolbar narrowed={narrowed} onClear={() => address.change({ q: '', state: '' })}>
        <SearchField
          label={texts.searchApplications}
          placeholder={texts.searchApplicationsPlaceholder}
          value={address.text('q')}
          onSearch={(q) => address.change({ q }, { replace: true })}
        />
        <Filter
          label={texts.filterByState}
          everything={texts.anyState}
          options={applicationStates.map((value) => ({ value, label: stateLabels[value] }))}
          value={state}
          onChoose={(value) => address.change({ state: value })}
        />
      </Toolbar>
      <AdminList
        caption={texts.applications}
        of="applications"
        list={list}
        columns={applicationColumns((what, application) => setAsked({ what, application }))}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        failed={texts.failedToFetchApplications}
        empty={texts.noApplicationsFound}
        emptyText={narrowed ? texts.noMatch : undefined}
      />
      {Dialog && (
        <Dialog
          application={asked.application}
          onGone={() => top.current?.focus({ preventScroll: true })}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
