import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { getSession } from '#shared/accounts/accounts.ts';
import { countApplications } from '#shared/apps/app-list.ts';
import { getApplication, listApplications } from '#shared/apps/apps.ts';
import { getPaymentSettings, listProducts } from '#shared/billing/payments.ts';
import type { AnyEndpoint } from '#shared/contract/contract.ts';
import { endpointUrl } from '#shared/contract/endpoint-url.ts';
import type { InitialQuery, SsrPayload } from '#shared/play/ssr.ts';
import { App } from './app.tsx';
import { readFilters } from './features/apps/list/filters.ts';
import { countKey, listKey } from './features/apps/list/use-applications.ts';
import { paymentSettingsKey, productsKey } from './features/billing/use-catalogue.ts';
import { applicationKey } from './features/play/use-application.ts';
import { setFormatLocale } from './i18n/locale.ts';
import { SsrEnvironmentContext } from './lib/session/hydration.ts';
import { createQueryClient } from './lib/session/query-client.ts';
import { sessionKey } from './lib/session/retained-session.ts';
import EulaPage from './pages/about/eula-page.tsx';
import FaqPage from './pages/about/faq-page.tsx';
import TermsPage from './pages/about/terms-page.tsx';
import SubscriptionsPage from './pages/account/subscriptions-page.tsx';
import PlayPage from './pages/apps/play-page.tsx';
import HomePage from './pages/home/home-page.tsx';
import type { Pages } from './pages.ts';

function clientOnly(): never {
  throw new Error('Only the browser renders this page.');
}

const pages: Pages = {
  Admin: clientOnly,
  Api: clientOnly,
  Eula: EulaPage,
  Faq: FaqPage,
  Home: HomePage,
  NotFound: clientOnly,
  Organizations: clientOnly,
  Play: PlayPage,
  Profile: clientOnly,
  Storage: clientOnly,
  Subscriptions: SubscriptionsPage,
  TestBilling: clientOnly,
  Terms: TermsPage,
  Update: clientOnly,
  Upload: clientOnly,
};

function initialQuery(
  endpoint: AnyEndpoint,
  key: readonly unknown[],
  params: Record<string, string> = {},
): InitialQuery {
  return { url: endpointUrl(endpoint.path, params, {}), key, paged: endpoint.paged };
}

const session = initialQuery(getSession, sessionKey);
const paymentSettings = initialQuery(getPaymentSettings, paymentSettingsKey);
const everything = readFilters(new URLSearchParams());
const home = [
  session,
  initialQuery(listApplications, listKey(everything)),
  initialQuery(countApplications, countKey(everything)),
];
const others: Record<string, InitialQuery[] | undefined> = {
  '/': home,
  '/subscriptions': [session, paymentSettings, initialQuery(listProducts, productsKey)],
  '/faq': [session, paymentSettings],
  '/eula': [session],
  '/terms': [session],
};

export function queriesFor(path: string): InitialQuery[] | null {
  const id = /^\/play\/([a-z2-7]{26})$/.exec(path)?.[1];
  if (id) return [session, initialQuery(getApplication, applicationKey(id, null), { id })];
  return others[path] ?? null;
}

/** Runs synchronously, so that no other request uses this locale. */
export function render(path: string, { environment, results }: SsrPayload): string {
  const client = createQueryClient(results);
  setFormatLocale(environment.locale);
  try {
    const html = renderToString(
      <SsrEnvironmentContext value={environment}>
        <StrictMode>
          <QueryClientProvider client={client}>
            <StaticRouter location={path}>
              <App pages={pages} />
            </StaticRouter>
          </QueryClientProvider>
        </StrictMode>
      </SsrEnvironmentContext>,
    );
    // React writes this marker for a suspended part.
    if (html.includes('<!--$!-->')) throw new Error(`A part of ${path} was suspended and not rendered.`);
    return html;
  } finally {
    client.clear();
  }
}
