import { type DeviceAccess, frameAllow } from '../play/game-features.ts';
import { withQuery } from '../play/game-query.ts';
import { escapeHtml } from '../text/html.ts';

/** Default size of an embedded application. */
export const embedSize = { width: 960, height: 600 } as const;

interface EmbeddedApp {
  id: string;
  name: string;
  deviceAccess: readonly DeviceAccess[];
}

/** The address of an application's page for frames of other sites. */
export function embedUrl(publicUrl: string, appId: string): string {
  return `${publicUrl}/embed/${appId}`;
}

/** The HTML with which another site embeds a public application. */
export function embedCode(
  publicUrl: string,
  app: EmbeddedApp,
  { size = embedSize, query = '' }: { size?: { width: number; height: number }; query?: string } = {},
): string {
  const attributes = {
    src: withQuery(embedUrl(publicUrl, app.id), query),
    title: app.name,
    width: String(size.width),
    height: String(size.height),
    allow: frameAllow(app.deviceAccess),
    style: 'border:0;max-width:100%',
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`);
  return `<iframe ${written.join(' ')} allowfullscreen></iframe>`;
}
