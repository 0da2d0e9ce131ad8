/**
 * An element that every page around a game has.
 * @throws Error if it is missing
 */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element as E;
}

/** An address of the page data as an absolute URL, which workers and blob scripts resolve the same way. */
export function absolute(address: string): string {
  return new URL(address, document.baseURI).href;
}

/** A normalized form for comparing addresses: the path, without percent-decoding. */
export function pathOf(address: string): string {
  return new URL(absolute(address)).pathname;
}

/**
 * Adds a classic script.
 * @returns when it has run
 */
export function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`Unable to load ${address}`));
    document.body.append(script);
  });
}
