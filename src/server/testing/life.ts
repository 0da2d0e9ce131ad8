import { listMails, type Mail } from '#shared/mail.ts';
import { closeContext, createContext } from '../context.ts';
import type { LifeDesk } from '../features/billing/life/live.ts';
import { live } from '../features/billing/life/live.ts';
import { openLifeDesk } from '../features/billing/life/routes.ts';
import { moveClock } from '../features/billing/life-clock/move-clock.ts';
import { openPaymentGateway } from '../features/billing/payments/payment-gateway.ts';
import { holdings } from '../features/offline/holdings.ts';
import { type Person, signIn } from './people.ts';
import type { TestServer } from './server.ts';

export interface TestLife {
  desk: LifeDesk;
  /** Has everything told and done that is due. */
  live(): Promise<void>;
  /** As time passes for a server that never sleeps. Sessions end by it. */
  pass(days: number): Promise<void>;
  close(): Promise<void>;
}

export const daySeconds = 86_400;

/** The work of the jobs, by hand. */
export async function openLife(server: Pick<TestServer, 'context' | 'clock'>): Promise<TestLife> {
  const { context, clock } = server;
  const payments = await openPaymentGateway(context);
  const desk = openLifeDesk(context, { payments, holdings });
  return {
    desk,
    live: () => live(desk, new AbortController().signal),
    pass: async (days) => {
      await moveClock(desk, payments, clock, days * daySeconds);
    },
    close: () => payments.close(),
  };
}

/** Another server on the database of this one, without its HTTP. */
export async function openSecondLife(server: TestServer): Promise<TestLife> {
  const { config, log } = server.context;
  const context = await createContext(config, log, server.database, { clock: server.clock });
  const life = await openLife({ context, clock: server.clock });
  return {
    ...life,
    close: async () => {
      await life.close();
      await closeContext(context);
    },
  };
}

/** What was written to somebody, the oldest first. */
export async function mailsTo(server: TestServer, { email }: Pick<Person, 'email'>): Promise<Mail[]> {
  const admin = await signIn(server, 'Reader', { role: 'admin', plan: null });
  const mails: Mail[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.call(listMails, { query: { limit: 100, cursor } });
    mails.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return mails.filter(({ to }) => to === email).reverse();
}

export const subjectsTo = async (server: TestServer, person: Pick<Person, 'email'>) =>
  (await mailsTo(server, person)).map(({ subject }) => subject);
