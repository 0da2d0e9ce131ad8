import { type SignInResult, signInChannel } from '#shared/accounts/sign-in.ts';
import { escapeHtml } from '#shared/text/html.ts';
import { scriptJson } from '../../platform/http/responses/html.ts';
import type { SignInMode } from './attempts.ts';

/**
 * The last page of a sign-in, which hands its result to the page that began it. A window speaks by BroadcastChannel,
 * which only Flux's own origin hears and which works where a provider's page has cut the tie to the opener; a redirect
 * leaves it in the tab for the page it goes on to.
 * @param next the page it goes on to, and where the link leads if a window cannot close itself
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
${mode === 'popup' ? tellOpener(result) : tellThisTab(result, next)}
</script>
</body>
</html>`;
}

function tellOpener(result: SignInResult): string {
  return `const channel = new BroadcastChannel(${scriptJson(signInChannel)});
channel.postMessage(${scriptJson(result)});
setTimeout(() => { channel.close(); window.close(); }, 50);`;
}

function tellThisTab(result: SignInResult, next: string): string {
  return `try { sessionStorage.setItem(${scriptJson(signInChannel)}, ${scriptJson(JSON.stringify(result))}); } catch {}
location.replace(${scriptJson(next)});`;
}
