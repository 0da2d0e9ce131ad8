declare global {
  interface Window {
    /** Read by `get-nonce`, which the scroll lock of dialogs and menus uses for its style. */
    __webpack_nonce__?: string;
  }
}

/** Lets libraries add a style element under Flux's Content-Security-Policy. */
export function shareCspNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  if (nonce) window.__webpack_nonce__ = nonce;
}
