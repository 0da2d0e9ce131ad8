import { listMails, type Mail } from '#shared/contact/mail.ts';
import { closeContext, createContext } from '../../context.ts';
import type { ReconcileContext } from '../../features/billing/lifecycle/reconcile-due.ts';
import { reconcileDue } from '../../features/billing/lifecycle/reconcile-due.ts';
import { openReconcileContext } from '../../features/billing/lifecycle/routes.ts';
import { moveClock } from '../../features/billing/lifecycle-clock/move-clock.ts';
import { openPaymentGateway } from '../../features/billing/payments/payment-gateway.ts';
import { ownedContent } from '../../features/suspension/owned-content.ts';
import type { TestServer } from '../servers/server.ts';
import { type Person, signIn } from './people.ts';

export interface TestLifecycle {
  reconcile: ReconcileContext;
  /** Runs everything due. */
  reconcileDue(): Promise<void>;
  /** As time passes for a server that never sleeps. Sessions end by it. */
  pass(days: number): Promise<void>;
  close(): Promise<void>;
}

export const daySeconds = 86_400;

/** The work of the jobs, by hand. */
export async function openLifecycle(server: Pick<TestServer, 'context' | 'clock'>): Promise<TestLifecycle> {
  const { context, clock } = server;
  const payments = await openPaymentGateway(context);
  const reconcile = openReconcileContext(context, { payments, ownedContent });
  return {
    reconcile,
    reconcileDue: () => reconcileDue(reconcile, new AbortController().signal),
    pass: async (days) => {
      await moveClock(reconcile, payments, clock, days * daySeconds);
    },
    close: () => payments.close(),
  };
}

/** Another server on the database of this one, without its HTTP. */
export async function openSecondLifecycle(server: TestServer): Promise<TestLifecycle> {
  const { config, log } = server.context;
  const context = await createContext(config, log, server.database, { clock: server.clock });
  const lifecycle = await openLifecycle({ context, clock: server.clock });
  return {
    ...lifecycle,
    close: async () => {
      await lifecycle.close();
      await closeContext(context);
    },
  };
}

/** The mails to an address, oldest first. */
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
