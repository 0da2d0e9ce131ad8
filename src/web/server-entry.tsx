import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { getSession } from '#shared/accounts.ts';
import { countApplications } from '#shared/app-list.ts';
import { getApplication, listApplications } from '#shared/apps.ts';
import type { AnyEndpoint } from '#shared/contract.ts';
import { endpointUrl } from '#shared/endpoint-url.ts';
import { getPaymentSettings, listProducts } from '#shared/payments.ts';
import type { FirstQuestion, Handover } from '#shared/ssr.ts';
import { App } from './app.tsx';
import { readFilters } from './features/apps/list/filters.ts';
import { countKey, listKey } from './features/apps/list/use-applications.ts';
import { paymentSettingsKey, productsKey } from './features/billing/use-catalogue.ts';
import { applicationKey } from './features/play/use-application.ts';
import { writeFor } from './i18n/locale.ts';
import { DrawnForContext } from './lib/hydration.ts';
import { sessionKey } from './lib/kept-session.ts';
import { createQueryClient } from './lib/query-client.ts';
import EulaPage from './pages/eula-page.tsx';
import FaqPage from './pages/faq-page.tsx';
import HomePage from './pages/home-page.tsx';
import PlayPage from './pages/play-page.tsx';
import SubscriptionsPage from './pages/subscriptions-page.tsx';
import TermsPage from './pages/terms-page.tsx';
import type { Pages } from './pages.ts';

function onlyInTheBrowser(): never {
  throw new Error('This page is drawn in the browser alone.');
}

const pages: Pages = {
  Admin: onlyInTheBrowser,
  Api: onlyInTheBrowser,
  Eula: EulaPage,
  Faq: FaqPage,
  Home: HomePage,
  NotFound: onlyInTheBrowser,
  Organizations: onlyInTheBrowser,
  Play: PlayPage,
  Profile: onlyInTheBrowser,
  Storage: onlyInTheBrowser,
  Subscriptions: SubscriptionsPage,
  TestBilling: onlyInTheBrowser,
  Terms: TermsPage,
  Update: onlyInTheBrowser,
  Upload: onlyInTheBrowser,
};

function question(
  endpoint: AnyEndpoint,
  key: readonly unknown[],
  params: Record<string, string> = {},
): FirstQuestion {
  return { url: endpointUrl(endpoint.path, params, {}), key, paged: endpoint.paged };
}

const session = question(getSession, sessionKey);
const paymentSettings = question(getPaymentSettings, paymentSettingsKey);
const everything = readFilters(new URLSearchParams());
const home = [
  session,
  question(listApplications, listKey(everything)),
  question(countApplications, countKey(everything)),
];
const others: Record<string, FirstQuestion[] | undefined> = {
  '/': home,
  '/subscriptions': [session, paymentSettings, question(listProducts, productsKey)],
  '/faq': [session, paymentSettings],
  '/eula': [session],
  '/terms': [session],
};

export function questionsOf(path: string): FirstQuestion[] | null {
  const id = /^\/play\/([a-z2-7]{26})$/.exec(path)?.[1];
  if (id) return [session, question(getApplication, applicationKey(id, null), { id })];
  return others[path] ?? null;
}

/** Nothing here waits, so that what is set for one reader is seen by no other. */
export function draw(path: string, { drawnFor, answers }: Handover): string {
  const client = createQueryClient(answers);
  writeFor(drawnFor.locale);
  try {
    const html = renderToString(
      <DrawnForContext value={drawnFor}>
        <StrictMode>
          <QueryClientProvider client={client}>
            <StaticRouter location={path}>
              <App pages={pages} />
            </StaticRouter>
          </QueryClientProvider>
        </StrictMode>
      </DrawnForContext>,
    );
    // What was left for the browser to draw in its place.
    if (html.includes('<!--$!-->')) throw new Error(`A part of ${path} has to wait and was not drawn.`);
    return html;
  } finally {
    client.clear();
  }
}
