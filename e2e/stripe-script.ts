import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';

/** Set on a page before its checkout opens. */
export interface StandInWishes {
  /** The browser has a wallet. */
  standInHasWallet?: boolean;
  /** The bank asks for authentication. */
  standInAsks?: boolean;
}

export const frameTitles = {
  cardNumber: 'Secure card number input frame',
  cardExpiry: 'Secure expiration date input frame',
  cardCvc: 'Secure CVC input frame',
  expressCheckout: 'Secure express checkout frame',
  challenge: 'Secure 3D Secure frame',
};

const bodies: Record<string, string> = {
  cardNumber: '<input aria-label="Credit or debit card number" placeholder="1234 1234 1234 1234">',
  cardExpiry: '<input aria-label="Credit or debit card expiration date" placeholder="MM / YY">',
  cardCvc: '<input aria-label="Credit or debit card CVC/CVV" placeholder="CVC">',
  expressCheckout: '<button id="wallet">Pay with the browser’s wallet</button>',
  challenge:
    '<main style="background:white;padding:40px"><h1>Your bank asks who you are</h1><label>Answer <input></label><button id="complete">Complete</button><button id="fail">Fail</button></main>',
};

/** The response for a path of Stripe's host; undefined for unknown paths. */
export async function stripeFile(path: string): Promise<{ contentType: string; body: string } | undefined> {
  if (path === '/endive/stripe.js')
    return { contentType: 'text/javascript', body: await script('page', { titles: frameTitles }) };
  const kind = /^\/stand-in\/(\w+)\.html$/.exec(path)?.[1] ?? '';
  const body = bodies[kind];
  if (body === undefined) return undefined;
  const style =
    'body{margin:0}input{border:0;background:none;width:100%;font:inherit;outline:0}main input{border:1px solid}';
  return {
    contentType: 'text/html; charset=utf-8',
    body: `<!doctype html><title>${kind}</title><style>${style}</style>${body}<script>${await script('field', { kind })}</script>`,
  };
}

/** A source file of Flux as a browser script, after its injected configuration. */
async function script(name: 'page' | 'field', told: Record<string, unknown>): Promise<string> {
  const source = await readFile(new URL(`stripe-script/${name}.ts`, import.meta.url), 'utf8');
  const constants = Object.entries(told).map(([key, value]) => `const ${key} = ${JSON.stringify(value)};`);
  return `{${constants.join('')}${stripTypeScriptTypes(source)}}`;
}
