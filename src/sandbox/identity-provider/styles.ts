import { action, colours, column } from '#server/pages/look.ts';

/** The styles of the local sign-in page, which uses Flux's theme. */
export const styles = `
:root {${colours.dark}
}
:root[data-theme='light'] {${colours.light}
}
${column}
.lead strong { color: var(--text); font-weight: 600; }
label { display: block; margin: 20px 0 4px; font-size: 14px; font-weight: 600; }
input:not([type='hidden']) {
  width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--field); border-radius: 6px;
}
input[aria-invalid] { border-color: var(--danger); }
.help, .error { margin: 4px 0 0; font-size: 14px; color: var(--muted); }
.error { color: var(--danger); }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 28px; }
button {${action}
}
button:first-child { flex: 1 1 60%; }
button.quiet { flex: 1 1 auto; background: transparent; border-color: var(--line); color: var(--text); }
`;
