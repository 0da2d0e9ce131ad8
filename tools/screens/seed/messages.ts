import type { Person } from '#server/testing/people/people.ts';
import { requestSupport } from '#shared/contact/support.ts';
import type { ScreensInstance } from '../instance.ts';
import type { PersonName } from './people.ts';

const requests = [
  {
    by: 'theo',
    category: 'upload',
    priority: 'high',
    subject: 'The upload stops at 98 %',
    message: 'Every time, with the same file. It is 84 MB large.\n\nI tried two browsers and the train.',
  },
  {
    by: 'yuki',
    category: 'billing',
    priority: 'medium',
    subject: 'An invoice with our address',
    message: 'Could our address stand on the invoice?',
  },
  {
    by: 'layla',
    category: 'feature-request',
    priority: 'low',
    subject: 'هل يمكن إضافة اللغة العربية؟',
    message: 'شكرا على هذا الموقع الجميل.',
  },
  {
    by: 'long',
    category: 'bugs',
    priority: 'critical',
    subject: 'My organization has a name that is too long for everything and I would like to have it anyway',
    message: 'See above.',
  },
] as const;

/** Support messages. */
export async function seedSupport(persons: ReadonlyMap<PersonName, Person>): Promise<void> {
  for (const { by, ...body } of requests)
    await persons.get(by)?.call(requestSupport, { body: { name: '', email: '', ...body } });
}

/** Two e-mails of the seeding: one sent, one not sent. */
export async function seedMails({ server }: ScreensInstance): Promise<void> {
  const { pool } = server.context;
  await pool.query(
    `update mails set state = 'sent', attempts = 1, settled_at = created_at
     where id in (select id from mails order by created_at, id limit 2)`,
  );
  await pool.query(
    `update mails set state = 'failed', attempts = 5, settled_at = created_at, problem = '550 No such mailbox here'
     where id in (select id from mails where state = 'waiting' order by created_at desc, id limit 1)`,
  );
}
