import { useRef, useState } from 'react';
import { type SupportRequest, supportStates } from '#shared/contact/support.ts';
import { texts } from '#web/i18n/en/admin/support.ts';
import { useSendsMail } from '#web/lib/hooks/use-sends-mail.ts';
import { useAddress } from '../address.ts';
import { Filter, Toolbar } from '../filter.tsx';
import { AdminList } from '../list.tsx';
import { requestColumns, stateLabels } from './request-columns.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { useChangeState, useSupportRequests } from './use-support-requests.ts';

/** Support requests, filtered by the state in the address. */
export function SupportRequests() {
  const address = useAddress();
  const state = address.one('state', supportStates);
  const list = useSupportRequests(state);
  const change = useChangeState();
  const top = useRef<HTMLDivElement>(null);
  const sendsMail = useSendsMail();
  const [read, setRead] = useState<SupportRequest | null>(null);
  const changeState = (request: SupportRequest) =>
    change.mutate(request, {
      onSuccess: () => {
        // Its row may leave the list, and its button with it.
        if (state !== undefined) top.current?.focus({ preventScroll: true });
      },
    });
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Toolbar narrowed={state !== undefined} onClear={() => address.change({ state: '' })}>
        <Filter
          label={texts.filterByState}
          everything={texts.anyState}
          options={supportStates.map((value) => ({ value, label: stateLabels[value].words }))}
          value={state}
          onChoose={(value) => address.change({ state: value })}
        />
      </Toolbar>
      <AdminList
        caption={texts.supportRequests}
        of="supportRequests"
        list={list}
        columns={requestColumns({ onRead: setRead, onChange: changeState })}
        keyOf={({ id }) => id}
        nameOf={({ subject }) => subject}
        failed={texts.failedToLoadSupportRequests}
        empty={state === 'open' ? texts.noOpenRequests : texts.noSupportRequests}
        emptyText={sendsMail ? texts.requestsAppearHereAndByEmail : texts.requestsAppearHere}
      />
      {read && (
        <RequestDialog
          request={read}
          onChange={() => {
            setRead(null);
            changeState(read);
          }}
          onClose={() => setRead(null)}
        />
      )}
    </div>
  );
}
