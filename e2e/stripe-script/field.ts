/** Runs in a frame of the fake Stripe: a card field, the wallet's button, or the bank's authentication. */

/** Injected before this script: the kind of this frame. */
declare const kind: string;

const tell = (message: object) => window.parent.postMessage(message, '*');
const send = async (key: string, fields: Record<string, string>) => {
  const body = new URLSearchParams({ key, type: 'card', ...fields });
  return (await fetch('https://api.stripe.com/v1/payment_methods', { method: 'POST', body })).json();
};
/** The typed values. The fields share an origin, so they can read one another. */
const typed = (wanted: string): string => {
  for (let index = 0; index < window.parent.frames.length; index += 1)
    try {
      const other = window.parent.frames[index] as unknown as { kind?: string; typedText?: () => string };
      if (other.kind === wanted) return other.typedText?.() ?? '';
    } catch {
      // A frame of another site.
    }
  return '';
};
const input = document.querySelector('input');
Object.assign(window, { kind, typedText: () => input?.value ?? '' });
const states: Record<string, RegExp> = {
  cardNumber: /^\d{16}$/,
  cardExpiry: /^\d\d\/?\d\d$/,
  cardCvc: /^\d{3}$/,
};
input?.addEventListener('input', () => {
  const text = input.value.replaceAll(/\s/g, '');
  const complete = states[kind]?.test(text) ?? false;
  const isLong = text.length > 16;
  const error = isLong
    ? { type: 'validation_error', code: 'invalid_number', message: 'Your card number is invalid.' }
    : undefined;
  tell({ event: 'change', complete, empty: text === '', ...(error ? { error } : {}) });
});
for (const event of ['focus', 'blur']) input?.addEventListener(event, () => tell({ event }));
document.querySelector('#wallet')?.addEventListener('click', () => tell({ event: 'click' }));
window.addEventListener('message', async ({ data }) => {
  const { id, tokenize, focus, update, challenge } = data;
  if (focus) input?.focus();
  if (update && input) {
    input.disabled = update.disabled === true;
    input.style.color = update.style?.base?.color ?? '';
  }
  if (challenge)
    for (const button of document.querySelectorAll('button'))
      button.addEventListener('click', () => {
        const answered = document.querySelector('input')?.value === 'password';
        tell({ id, answer: { proven: button.id === 'complete' && answered } });
      });
  if (!tokenize) return;
  const [month = '', year = ''] = typed('cardExpiry').match(/\d\d/g) ?? [];
  const isWallet = kind === 'expressCheckout';
  const answer = await send(tokenize.key, {
    'card[number]': isWallet ? '5555555555554444' : typed('cardNumber'),
    'card[exp_month]': isWallet ? '12' : month,
    'card[exp_year]': `20${isWallet ? '40' : year}`,
    'card[cvc]': isWallet ? '999' : typed('cardCvc'),
    ...(tokenize.postalCode ? { 'billing_details[address][postal_code]': tokenize.postalCode } : {}),
  });
  tell({ id, answer });
});
tell({ event: 'loaded' });
