import '@fontsource-variable/geist/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { shareCspNonce } from './lib/csp-nonce.ts';
import { createQueryClient } from './lib/query-client.ts';
import { markPage } from './texts/locale.ts';
import { fetchOverlays } from './ui/fetch-overlays.ts';

shareCspNonce();
markPage(document.documentElement);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
fetchOverlays();
