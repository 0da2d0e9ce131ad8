import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { OwnSession, Session } from '#shared/accounts.ts';
import { messageOf } from '../../../api.ts';
import { timeAgo } from '../../../lib/time-ago.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import { toast } from '../../../ui/toast.tsx';
import { deviceName, isHandheld } from './device-name.ts';
import { providerLabel } from './provider-label.ts';
import { Loaded, Row, Rows } from './rows.tsx';
import { useEndSession, useOwnSessions } from './use-profile.ts';

interface SessionsSectionProps {
  session: Session;
  /** Of this very browser, which is what the menu does, too. */
  onSignOut: () => void;
}

export function SessionsSection({ session, onSignOut }: SessionsSectionProps) {
  const sessions = useOwnSessions();
  const end = useEndSession();
  const [asking, setAsking] = useState(false);
  const finish = (done: string) => ({
    onSuccess: () => toast(done),
    onError: (error: unknown) => toast(messageOf(error), { failed: true }),
  });
  return (
    <Section
      title="Where you are signed in"
      text="If you do not recognize one of these, sign it out and look at your ways to sign in."
    >
      <Loaded query={sessions} failed="Failed to load where you are signed in" waiting={1}>
        {(list) => (
          <>
            <Rows>
              {thisDeviceFirst(list).map((each) => (
                <SessionRow
                  key={each.id}
                  session={each}
                  via={providerLabel(each.provider, session.providers)}
                  busy={end.isPending && end.variables === each.id}
                  onEnd={() =>
                    each.current
                      ? onSignOut()
                      : end.mutate(each.id, finish(`${deviceName(each.userAgent)} was signed out.`))
                  }
                />
              ))}
            </Rows>
            {list.length > 1 && (
              <Button className="mt-4" disabled={end.isPending} onClick={() => setAsking(true)}>
                Sign out everywhere else
              </Button>
            )}
          </>
        )}
      </Loaded>
      <ConfirmDialog
        open={asking}
        title="Sign out everywhere else?"
        confirmLabel="Sign out everywhere else"
        cancelLabel="Cancel"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          end.mutate(null, finish('You are signed out everywhere else.'));
        }}
      >
        Every other browser and device needs to sign in again. This one stays signed in.
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
  const seen = session.current ? 'Active now' : `Last seen ${timeAgo(session.lastSeenAt)}`;
  return (
    <Row
      icon={<Icon strokeWidth={1.75} aria-hidden="true" />}
      title={
        <>
          {name}
          {session.current && <Badge tone="success">This device</Badge>}
        </>
      }
      detail={`${seen} · by ${via}`}
      action={
        <Button
          disabled={busy}
          onClick={onEnd}
          aria-label={session.current ? 'Sign out this device' : `Sign out ${name}`}
        >
          Sign out
        </Button>
      }
    />
  );
}
