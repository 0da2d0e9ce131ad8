import { type SignInResult, signInChannel } from '#shared/accounts/sign-in.ts';
import { escapeHtml } from '#shared/text/html.ts';
import { scriptJson } from '../../platform/http/responses/html.ts';
import type { SignInMode } from './attempts.ts';

/**
 * The last page of a sign-in. It passes the result to the page that started it: a popup by BroadcastChannel, which
 * works even if the provider's page severed the opener; a redirect by session storage.
 * @param next the page to continue with, and the link's target if a popup cannot close itself
 */
export function resultPage(nonce: string, mode: SignInMode, result: SignInResult, next: string): string {
  const text = result.ok ? 'That worked.' : 'Sign-in did not complete.';
  const advice = mode === 'popup' ? ' You can close this window.' : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark light">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<title>Sign-in · Flux</title>
</head>
<body>
<main>
<p>${text}${advice}</p>
<p><a href="${escapeHtml(next)}">Continue to Flux</a></p>
</main>
<script nonce="${nonce}">
${mode === 'popup' ? openerScript(result) : tabScript(result, next)}
</script>
</body>
</html>`;
}

function openerScript(result: SignInResult): string {
  return `const channel = new BroadcastChannel(${scriptJson(signInChannel)});
channel.postMessage(${scriptJson(result)});
setTimeout(() => { channel.close(); window.close(); }, 50);`;
}

function tabScript(result: SignInResult, next: string): string {
  return `try { sessionStorage.setItem(${scriptJson(signInChannel)}, ${scriptJson(JSON.stringify(result))}); } catch {}
location.replace(${scriptJson(next)});`;
}
