import { newId } from '#server/platform/ids.ts';
import type { Person } from '#server/testing/people/people.ts';
import type { Application } from '#shared/apps/apps.ts';
import { type ReportReason, reportApplication } from '#shared/contact/reports.ts';
import type { ScreensInstance } from '../instance.ts';
import type { AppName } from './catalogue.ts';
import type { PersonName } from './people.ts';

const reports: readonly { by: PersonName; app: AppName; reason: ReportReason; details: string }[] = [
  {
    by: 'theo',
    app: 'drift',
    reason: 'broken',
    details: 'The road ends after two minutes, and so does everything else.',
  },
  { by: 'noor', app: 'drift', reason: 'broken', details: 'Black screen on my phone.' },
  {
    by: 'mara',
    app: 'copied',
    reason: 'copyright',
    details: 'This is our game with another name on it. The original is at /play/nine-small-islands.',
  },
  { by: 'yuki', app: 'copied', reason: 'malware', details: 'It asks to install something.' },
  { by: 'layla', app: 'mancala', reason: 'other', details: '' },
];

/** Reports by users, and the actions of administrators. */
export async function seedModeration(
  { server }: ScreensInstance,
  persons: ReadonlyMap<PersonName, Person>,
  apps: ReadonlyMap<AppName, Application>,
): Promise<void> {
  for (const { by, app, reason, details } of reports)
    await persons.get(by)?.call(reportApplication, {
      body: { applicationId: apps.get(app)?.id ?? '', reason, details },
    });
  const { db, clock } = server.context;
  const admin = persons.get('admin');
  const target = apps.get('islands');
  if (!admin || !target) return;
  const at = new Date(clock.now().getTime() - 90_000_000);
  const reason = 'The music is not yours. Please replace it and write to us.';
  await db
    .updateTable('apps')
    .set({
      is_public: false,
      wants_public: true,
      taken_down_at: at,
      taken_down_reason: reason,
      taken_down_by: admin.id,
    })
    .where('id', '=', target.id)
    .execute();
  const entries = [
    {
      action: 'application.take-offline',
      kind: 'application',
      id: target.id,
      name: target.name,
      before: { offline: false },
      after: { offline: true },
      reason,
    },
    {
      action: 'user.role',
      kind: 'user',
      id: persons.get('mara')?.id,
      name: 'Mara Lindqvist',
      before: { role: 'admin' },
      after: { role: 'user' },
      reason: null,
    },
    {
      action: 'user.disable',
      kind: 'user',
      id: persons.get('disabled')?.id,
      name: 'Free Coins Daily',
      before: { disabled: false },
      after: { disabled: true },
      reason: 'Copies of other people’s games.',
    },
  ] as const;
  for (const [index, entry] of entries.entries())
    await server.context.pool.query(
      `insert into audit_log (id, at, actor_id, actor_name, action, target_kind, target_id, target_name, before, after, reason)
       values ($1, $2, $3, 'Admin', $4, $5, $6, $7, $8, $9, $10)`,
      [
        newId(),
        new Date(at.getTime() + index * 3_600_000),
        admin.id,
        entry.action,
        entry.kind,
        entry.id,
        entry.name,
        entry.before,
        entry.after,
        entry.reason,
      ],
    );
}
