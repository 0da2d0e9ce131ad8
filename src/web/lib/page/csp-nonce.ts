declare global {
  interface Window {
    /** Read by `get-nonce`, which the scroll lock under dialogs and menus asks before it adds its style. */
    __webpack_nonce__?: string;
  }
}

/** Lets libraries that add a style element do so under our Content-Security-Policy. */
export function shareCspNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  if (nonce) window.__webpack_nonce__ = nonce;
}
