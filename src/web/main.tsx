import '@fontsource-variable/geist/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import './fallback-fonts.css';
import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { setRequester } from './api.ts';
import { App } from './app.tsx';
import { setDocumentLanguage, setFormatLocale } from './i18n/locale.ts';
import { lazyPages } from './lazy-pages.tsx';
import { shareCspNonce } from './lib/page/csp-nonce.ts';
import { readSsrPayload, SsrEnvironmentContext } from './lib/session/hydration.ts';
import { createQueryClient } from './lib/session/query-client.ts';
import { isSignedInAgain, sessionUserId } from './lib/session/retained-session.ts';
import { fetchOverlays } from './ui/loading/fetch-overlays.ts';

shareCspNonce();
setDocumentLanguage(document.documentElement);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root.');
const payload = readSsrPayload();
const client = createQueryClient(payload?.results);
setRequester({ personId: () => sessionUserId(client), isBack: (id) => isSignedInAgain(client, id) });
const app = (
  <StrictMode>
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <App pages={lazyPages} />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>
);
// A transition yields to user input.
startTransition(() => {
  if (!payload) return createRoot(root).render(app);
  setFormatLocale(payload.environment.locale);
  hydrateRoot(root, <SsrEnvironmentContext value={payload.environment}>{app}</SsrEnvironmentContext>);
});
fetchOverlays();
