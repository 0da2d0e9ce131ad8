/**
 * Replaces `https://js.stripe.com` in tests: behaves like Stripe's script as far as Flux can observe. Its
 * fields are frames of its own origin, which alone know the typed values and send them to Stripe's API. A
 * bank's authentication is a frame over the page. It is served without types, otherwise unchanged.
 */

/** Injected before this script. */
declare const titles: Record<string, string>;

type Handler = (event: object) => void;
interface Answer {
  id: string;
  proven?: boolean;
  error?: object;
}
const origin = 'https://js.stripe.com';
let count = 0;

const ask = (frame: HTMLIFrameElement, message: object) =>
  new Promise<Answer>((resolve) => {
    count += 1;
    const id = count;
    const hear = ({ data, source }: MessageEvent) => {
      if (source !== frame.contentWindow || data.id !== id) return;
      window.removeEventListener('message', hear);
      resolve(data.answer);
    };
    window.addEventListener('message', hear);
    frame.contentWindow?.postMessage({ ...message, id }, origin);
  });
const frameOf = (kind: string) => {
  const frame = document.createElement('iframe');
  frame.title = titles[kind] ?? '';
  frame.allow = 'payment *';
  frame.src = `${origin}/stand-in/${kind}.html`;
  return frame;
};

class Element {
  frame: HTMLIFrameElement | null = null;
  options: Record<string, never>;
  readonly kind: string;
  readonly #handlers = new Map<string, Set<Handler>>();

  constructor(kind: string, options: Record<string, never>) {
    this.kind = kind;
    this.options = options;
  }
  on(event: string, handler: Handler) {
    this.#handlers.set(event, (this.#handlers.get(event) ?? new Set()).add(handler));
    return this;
  }
  off(event: string, handler: Handler) {
    this.#handlers.get(event)?.delete(handler);
    return this;
  }
  emit(event: string, more: object = {}) {
    for (const handler of this.#handlers.get(event) ?? []) handler({ elementType: this.kind, ...more });
  }
  mount(container: HTMLElement) {
    const frame = frameOf(this.kind);
    frame.style.cssText = `border:0;display:block;width:100%;height:${this.kind === 'expressCheckout' ? 44 : 20}px`;
    this.frame = frame;
    window.addEventListener('message', this.#hear);
    container.append(frame);
    // As in Stripe's script: a click on the label of the container focuses the field.
    for (const label of document.querySelectorAll<HTMLLabelElement>('label'))
      if (label.htmlFor === container.id) label.addEventListener('click', () => this.focus());
  }
  readonly #hear = ({ data, source, origin: from }: MessageEvent) => {
    if (from !== origin || source !== this.frame?.contentWindow || !data.event) return;
    if (data.event === 'loaded') this.update(this.options);
    if (data.event === 'loaded' && this.kind === 'expressCheckout') {
      const has = (window as { standInHasWallet?: boolean }).standInHasWallet === true;
      this.emit('ready', {
        availablePaymentMethods: has ? { googlePay: true, applePay: false } : undefined,
      });
    } else if (data.event === 'loaded') this.emit('ready');
    else if (data.event === 'click') this.#openWallet();
    else this.emit(data.event, data);
  };
  #openWallet() {
    const resolve = () => this.emit('confirm', { expressPaymentType: 'google_pay', paymentFailed: () => {} });
    this.emit('click', { expressPaymentType: 'google_pay', resolve, reject: () => {} });
  }
  update(options: object) {
    this.options = { ...this.options, ...options };
    this.frame?.contentWindow?.postMessage({ update: JSON.parse(JSON.stringify(this.options)) }, origin);
  }
  focus() {
    this.frame?.focus();
    this.frame?.contentWindow?.postMessage({ focus: true }, origin);
  }
  blur() {}
  clear() {}
  unmount() {
    this.destroy();
  }
  destroy() {
    window.removeEventListener('message', this.#hear);
    this.frame?.remove();
    this.frame = null;
  }
}

class Elements {
  options: Record<string, unknown>;
  wasSubmitted = false;
  readonly made = new Map<string, Element>();
  constructor(options: Record<string, unknown> = {}) {
    this.options = options;
  }
  create(kind: string, options: Record<string, never> = {}) {
    if (kind === 'expressCheckout' && this.options.mode !== 'subscription')
      throw new Error('A wallet needs elements that know what is paid.');
    const element = new Element(kind, options);
    this.made.set(kind, element);
    return element;
  }
  getElement(kind: string) {
    const element = this.made.get(kind);
    return element?.frame ? element : null;
  }
  async update(options: object) {
    this.options = { ...this.options, ...options };
  }
  async submit() {
    this.wasSubmitted = true;
    return {};
  }
}

interface CardWish {
  card: Element;
  billing_details: { address?: { postal_code?: string } };
}

function Stripe(key: string) {
  const api = async (method: string, path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ key, ...fields });
    const url = `https://api.stripe.com/v1/${path}`;
    const answer = await (method === 'GET' ? fetch(`${url}?${body}`) : fetch(url, { method, body }));
    return answer.json();
  };
  const proveOneself = async () => {
    if ((window as { standInAsks?: boolean }).standInAsks !== true) return true;
    const over = document.createElement('div');
    over.style.cssText = 'position:fixed;inset:0;z-index:2147483647;background:rgb(0 0 0 / .5)';
    const frame = frameOf('challenge');
    frame.style.cssText = 'width:100%;height:100%;border:0';
    over.append(frame);
    document.body.append(over);
    await new Promise((resolve) => frame.addEventListener('load', resolve));
    const { proven } = await ask(frame, { challenge: true });
    over.remove();
    return proven;
  };
  const confirm = async (kind: 'payment' | 'setup', secret: string, method: string) => {
    if (!(await proveOneself())) {
      const code = `${kind}_intent_authentication_failure`;
      return { error: { type: 'invalid_request_error', code, message: 'We are unable to authenticate.' } };
    }
    const [id] = secret.split('_secret_');
    const fields = { client_secret: secret, payment_method: method };
    const answer = await api('POST', `${kind}_intents/${id}/confirm`, fields);
    return answer.error ? { error: answer.error } : { [`${kind}Intent`]: answer };
  };
  return {
    elements: (options: Record<string, unknown>) => new Elements(options),
    createToken: () => {},
    createPaymentMethod: async ({ card: { frame }, billing_details: { address } }: CardWish) => {
      if (!frame) throw new Error('The element is not mounted.');
      const answer = await ask(frame, { tokenize: { key, postalCode: address?.postal_code ?? '' } });
      return answer.error ? { error: answer.error } : { paymentMethod: answer };
    },
    confirmCardPayment: (secret: string, data: { payment_method: string }) =>
      confirm('payment', secret, data.payment_method),
    confirmCardSetup: (secret: string, data: { payment_method: string }) =>
      confirm('setup', secret, data.payment_method),
    confirmPayment: async ({ elements, clientSecret }: { elements: Elements; clientSecret: string }) => {
      if (!elements.wasSubmitted) throw new Error('elements.submit() comes first.');
      const [id] = clientSecret.split('_secret_');
      const intent = await api('GET', `payment_intents/${id}`, { client_secret: clientSecret });
      const { amount, currency } = elements.options;
      if (intent.amount !== amount || intent.currency !== currency)
        throw new Error(`The wallet showed ${amount} ${currency}, and ${intent.amount} is to be paid.`);
      const frame = elements.made.get('expressCheckout')?.frame;
      if (!frame) throw new Error('The wallet is gone.');
      const method = await ask(frame, { tokenize: { key, postalCode: '' } });
      return method.error ? { error: method.error } : confirm('payment', clientSecret, method.id);
    },
    _registerWrapper: () => {},
    registerAppInfo: () => {},
  };
}
Object.assign(Stripe, { version: 'endive' });
Object.assign(window, { Stripe });
