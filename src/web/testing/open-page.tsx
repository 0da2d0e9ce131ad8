import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router';
import { cleanup, render } from 'vitest-browser-react/pure';
import { getSession, type Session, type User } from '#shared/accounts/accounts.ts';
import { countApplications } from '#shared/apps/app-list.ts';
import { listApplications } from '#shared/apps/apps.ts';
import { adminSubscription, listSubscriptions, type Subscription } from '#shared/billing/billing.ts';
import { getOffline } from '#shared/billing/offline.ts';
import { listOrganizations, listOwnInvitations } from '#shared/orgs/orgs.ts';
import { listApprovals } from '#shared/versions/approvals.ts';
import { setRequester } from '../api.ts';
import { App } from '../app.tsx';
import { lazyPages } from '../lazy-pages.tsx';
import { createQueryClient } from '../lib/session/query-client.ts';
import { isSignedInAgain, sessionUserId } from '../lib/session/retained-session.ts';
import type { Answers } from './answers.ts';
import { sessionOf, someone } from './samples/accounts.ts';
import { someSubscription } from './samples/billing.ts';

export interface Visit {
  answers: Answers;
  /** The signed-in account; null for a visitor. Default: an account with the plan Pro. */
  user?: Partial<User> | null;
  session?: Partial<Session>;
  subscriptions?: Subscription[];
}

/**
 * Renders the whole web app at this address, without server-side rendering. Common calls get default answers:
 * no applications, no organizations, nothing to approve. Earlier answers of the test stay. An open page is
 * unmounted first, so a second call is a reload.
 * @returns the query client with the cached answers
 */
export async function openPage(address: string, { answers, ...visit }: Visit) {
  await cleanup();
  answerShell(answers, visit);
  history.replaceState(null, '', address);
  const client = createQueryClient();
  setRequester({ personId: () => sessionUserId(client), isBack: (id) => isSignedInAgain(client, id) });
  await render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <App pages={lazyPages} />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
  return { client };
}

function answerShell(answers: Answers, { user = {}, session, subscriptions }: Omit<Visit, 'answers'>): void {
  const person = user && someone(user);
  const plan = person?.role === 'admin' ? adminSubscription : someSubscription();
  answers.answerByDefault(getSession, sessionOf(person, session));
  answers.answerByDefault(listSubscriptions, subscriptions ?? [plan]);
  answers.answerByDefault(getOffline, { offline: null });
  answers.answerByDefault(listApprovals, { count: 0, versions: [] });
  answers.answerByDefault(listOwnInvitations, { invitations: [] });
  answers.answerByDefault(listApplications, { items: [], nextCursor: null });
  answers.answerByDefault(countApplications, { count: 0, exact: true });
  answers.answerByDefault(listOrganizations, { items: [], nextCursor: null });
}
