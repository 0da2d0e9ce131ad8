import { escapeHtml, scriptJson } from '../../platform/http/html.ts';

/** What a sign-in window tells the page that opened it, on the channel `flux-sign-in`. */
export type PopupResult = { ok: true } | { error: string };

/**
 * The last page of a sign-in window. It speaks by BroadcastChannel, which only Flux's own origin hears and which
 * works where a provider's page has cut the tie to the opener.
 * @param next where the link leads if the window cannot close itself
 */
export function popupPage(nonce: string, result: PopupResult, next: string): string {
  const text = 'ok' in result ? 'You are signed in.' : 'Sign-in did not complete.';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark light">
<title>Sign-in · Flux</title>
</head>
<body>
<p>${text} You can close this window.</p>
<p><a href="${escapeHtml(next)}">Continue to Flux</a></p>
<script nonce="${nonce}">
const channel = new BroadcastChannel('flux-sign-in');
channel.postMessage(${scriptJson(result)});
setTimeout(() => { channel.close(); window.close(); }, 50);
</script>
</body>
</html>`;
}
