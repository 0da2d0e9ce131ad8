import { escapeHtml } from './html.ts';
import { frameFeatures } from './isolation.ts';

/** What a public app takes up in another site's page unless that says otherwise. */
export const embedSize = { width: 960, height: 600 } as const;

interface EmbeddedApp {
  id: string;
  name: string;
}

/** The page of an app for frames of other sites. */
export function embedUrl(publicUrl: string, appId: string): string {
  return `${publicUrl}/embed/${appId}`;
}

/** The HTML with which another site shows a public app. */
export function embedCode(
  publicUrl: string,
  app: EmbeddedApp,
  { width, height }: { width: number; height: number } = embedSize,
): string {
  const attributes = {
    src: embedUrl(publicUrl, app.id),
    title: app.name,
    width: String(width),
    height: String(height),
    allow: frameFeatures,
    style: 'border:0;max-width:100%',
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`);
  return `<iframe ${written.join(' ')} allowfullscreen></iframe>`;
}
