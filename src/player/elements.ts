/** An element that every page around a game has. @throws Error where it lacks it */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element as E;
}

/** An address of the page data as a complete URL, which means the same to workers and blob scripts. */
export function absolute(address: string): string {
  return new URL(address, document.baseURI).href;
}

/** By which an address is the same, whoever writes it: its path, unescaped by nobody. */
export function pathOf(address: string): string {
  return new URL(absolute(address)).pathname;
}

/** Adds a classic script. @returns when it has run */
export function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`Unable to load ${address}`));
    document.body.append(script);
  });
}
