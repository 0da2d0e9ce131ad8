/** The look of Flux for a page that loads nothing: its colours in both themes, one column of form width. */
export const colours = {
  dark: `
  color-scheme: dark;
  --bg: oklch(0.16 0.01 255); --surface: oklch(0.2 0.01 255); --line: oklch(0.3 0.012 255);
  --field: oklch(0.52 0.012 255); --muted: oklch(0.68 0.012 255); --text: oklch(0.95 0.005 255);
  --accent: oklch(0.88 0.2 126); --on-accent: oklch(0.18 0.03 126); --danger: oklch(0.76 0.14 25);
  --ring: var(--accent);`,
  light: `
  color-scheme: light;
  --bg: oklch(0.985 0.003 255); --surface: oklch(1 0 0); --line: oklch(0.9 0.006 255);
  --field: oklch(0.62 0.01 255); --muted: oklch(0.48 0.012 255); --text: oklch(0.2 0.01 255);
  --danger: oklch(0.5 0.18 25); --ring: var(--text);`,
};

export const column = `
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--bg); color: var(--text);
  font: 16px/1.5 'Geist Variable', Geist, system-ui, sans-serif;
}
main { width: 100%; max-width: 420px; }
.brand { margin: 0 0 24px; font-weight: 600; letter-spacing: -0.02em; border-left: 4px solid var(--accent); padding-left: 8px; line-height: 1.1; }
h1 { margin: 0 0 8px; font-size: 32px; line-height: 1.15; letter-spacing: -0.02em; font-weight: 600; text-wrap: balance; }
.lead { margin: 0 0 24px; color: var(--muted); }
:is(a, input, button):focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
`;

/** The one thing to do on a page. */
export const action = `
  min-height: 44px; padding: 8px 20px; font: inherit; font-weight: 600; cursor: pointer;
  border: 1px solid transparent; border-radius: 6px; background: var(--accent); color: var(--on-accent);`;
