import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { OwnSession, Session } from '#shared/accounts/accounts.ts';
import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/accounts/profile.ts';
import { format } from '#web/i18n/format.ts';
import { timeAgo } from '#web/lib/format/time-ago.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Section } from '#web/ui/layout/section.tsx';
import { Loaded } from '#web/ui/loading/loaded.tsx';
import { toast } from '#web/ui/loading/toast.tsx';
import { deviceName, isHandheld } from './device-name.ts';
import { providerLabel } from './provider-label.ts';
import { Row, RowSkeleton, Rows } from './rows.tsx';
import { useEndSession, useOwnSessions } from './use-profile.ts';

interface SessionsSectionProps {
  session: Session;
  /** Signs out this browser, as the menu does. */
  onSignOut: () => void;
}

export function SessionsSection({ session, onSignOut }: SessionsSectionProps) {
  const sessions = useOwnSessions();
  const end = useEndSession({
    onSuccess: (ended) =>
      toast(
        ended
          ? format(texts.useragentWasSignedOut, { userAgent: deviceName(ended.userAgent) })
          : texts.youAreSignedOutEverywhereElse,
      ),
    onError: (error) => toast(messageOf(error), { failed: true }),
  });
  const [asking, setAsking] = useState(false);
  return (
    <Section title={texts.whereYouAreSignedIn} text={texts.ifYouDoNotRecognizeOneOf}>
      <Loaded
        query={sessions}
        loading={texts.loadingWhereYouAreSignedIn}
        failed={texts.failedToLoadWhereYouAreSigned}
        waiting={<RowSkeleton />}
      >
        {(list) => (
          <>
            <Rows>
              {thisDeviceFirst(list).map((each) => (
                <SessionRow
                  key={each.id}
                  session={each}
                  via={providerLabel(each.provider, session.providers)}
                  busy={end.isPending && end.variables?.id === each.id}
                  onEnd={() => (each.current ? onSignOut() : end.mutate(each))}
                />
              ))}
            </Rows>
            {list.length > 1 && (
              <Button className="mt-4" disabled={end.isPending} onClick={() => setAsking(true)}>
                {texts.signOutEverywhereElse}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <ConfirmDialog
        open={asking}
        title={texts.askToSignOutEverywhereElse}
        confirmLabel={texts.signOutEverywhereElse}
        cancelLabel={texts.cancel}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          end.mutate(null);
        }}
      >
        {texts.everyOtherBrowserAndDeviceNeedsTo}
      </ConfirmDialog>
    </Section>
  );
}

function thisDeviceFirst(list: OwnSession[]): OwnSession[] {
  return list.toSorted((a, b) => Number(b.current) - Number(a.current));
}

interface SessionRowProps {
  session: OwnSession;
  via: string;
  busy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, via, busy, onEnd }: SessionRowProps) {
  const name = deviceName(session.userAgent);
  const Icon = isHandheld(session.userAgent) ? Smartphone : Monitor;
  const seen = session.current
    ? texts.activeNow
    : format(texts.lastSeenLastseenat, { lastSeenAt: timeAgo(session.lastSeenAt) });
  return (
    <Row
      icon={<Icon strokeWidth={1.75} aria-hidden="true" />}
      title={
        <>
          {name}
          {session.current && <Badge tone="success">{texts.thisDevice}</Badge>}
        </>
      }
      detail={format(texts.seenVia, { seen, via })}
      action={
        <Button
          disabled={busy}
          onClick={onEnd}
          aria-label={session.current ? texts.signOutThisDevice : format(texts.signOutName, { name })}
        >
          {texts.signOut}
        </Button>
      }
    />
  );
}
