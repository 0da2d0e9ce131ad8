import type { IncomingMessage } from 'node:http';
import type { Context } from '../context.ts';
import type { PlayableApp } from '../features/apps/store.ts';
import type { Meter } from '../features/usage/meter.ts';
import type { AccessCache } from './access/access-cache.ts';
import type { PlayCookies } from './access/cookies.ts';
import type { Sealers } from './access/tickets.ts';
import type { EncodedBlobCache } from './bytes/encoded-blob-cache.ts';
import type { ManifestCache } from './bytes/manifest-cache.ts';
import type { RawResponseCache } from './bytes/raw-response-cache.ts';
import type { MissingFiles } from './pages/missing-files.ts';
import type { ThemePages } from './pages/theme/theme-pages.ts';
import type { ContentAddress } from './routing/content-address.ts';
import type { Target } from './routing/target.ts';

/** What every answer on a content origin is made from. */
export interface DeliveryContext {
  context: Context;
  manifestCache: ManifestCache;
  missingFiles: MissingFiles;
  themes: ThemePages;
  blobCache: EncodedBlobCache;
  rawResponses: RawResponseCache;
  accessCache: AccessCache;
  sealers: Sealers;
  cookies: PlayCookies;
  meter: Meter;
}

/** A request for content of an application that exists. */
export interface ContentRequest {
  request: IncomingMessage;
  address: ContentAddress;
  target: Target;
  app: PlayableApp;
}
