import '@fontsource-variable/geist/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import './fallback-fonts.css';
import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { setAsker } from './api.ts';
import { App } from './app.tsx';
import { fetchedPages } from './fetched-pages.tsx';
import { markPage, writeFor } from './i18n/locale.ts';
import { shareCspNonce } from './lib/csp-nonce.ts';
import { DrawnForContext, readHandover } from './lib/hydration.ts';
import { isBack, personOf } from './lib/kept-session.ts';
import { createQueryClient } from './lib/query-client.ts';
import { fetchOverlays } from './ui/fetch-overlays.ts';

shareCspNonce();
markPage(document.documentElement);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root.');
const handover = readHandover();
const client = createQueryClient(handover?.answers);
setAsker({ personId: () => personOf(client), isBack: (id) => isBack(client, id) });
const app = (
  <StrictMode>
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <App pages={fetchedPages} />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>
);
// As a transition it makes way for whatever the person does meanwhile.
startTransition(() => {
  if (!handover) return createRoot(root).render(app);
  writeFor(handover.drawnFor.locale);
  hydrateRoot(root, <DrawnForContext value={handover.drawnFor}>{app}</DrawnForContext>);
});
fetchOverlays();
