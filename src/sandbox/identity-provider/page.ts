import { escapeHtml } from '#shared/text/html.ts';
import { styles } from './styles.ts';

export interface SignInForm {
  nonce: string;
  /** The public name of the emulated provider. */
  standsInFor: string;
  /** The authorization request, sent along with the form. */
  parameters: URLSearchParams;
  email: string;
  displayName: string;
  emailError: string | null;
}

/** The page 'Local sign-in'. It uses the theme chosen in Flux, from this origin's local storage. */
export function signInPage(form: SignInForm): string {
  const hidden = [...form.parameters]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n');
  const describedBy = form.emailError ? 'email-error' : 'email-help';
  const help = form.emailError
    ? `<p class="error" id="email-error" role="alert">${escapeHtml(form.emailError)}</p>`
    : '<p class="help" id="email-help">The same address is the same account next time.</p>';
  return `<!doctype html>
<html lang="en" data-theme="dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<title>Local sign-in · Flux</title>
<style nonce="${form.nonce}">${styles}</style>
<script nonce="${form.nonce}">
try { if (localStorage.getItem('theme') === 'light') document.documentElement.dataset.theme = 'light'; } catch {}
</script>
</head>
<body>
<main>
<p class="brand">Flux</p>
<h1>Local sign-in</h1>
<p class="lead">This page stands in for <strong>${escapeHtml(form.standsInFor)}</strong>, because no sign-in provider is set up on this computer. There is no password, and nothing leaves this machine.</p>
<form method="post" novalidate>
${hidden}
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${escapeHtml(form.email)}" autocomplete="email" maxlength="254" required autofocus aria-describedby="${describedBy}"${form.emailError ? ' aria-invalid="true"' : ''}>
${help}
<label for="display-name">Display name</label>
<input id="display-name" name="display_name" value="${escapeHtml(form.displayName)}" autocomplete="name" maxlength="80" aria-describedby="name-help">
<p class="help" id="name-help">Others see this beside your games. Left empty, it is the part of the address before the @.</p>
<div class="actions">
<button type="submit" name="action" value="continue">Continue</button>
<button type="submit" name="action" value="cancel" class="quiet">Cancel</button>
</div>
</form>
</main>
</body>
</html>`;
}
