import { useEffect, useEffectEvent, useId, useSyncExternalStore } from 'react';

/** What can be done on the page that is open, beside its own button for it. */
export interface PageCommand {
  label: string;
  /** The single key that does it. */
  keys?: string;
  run: () => void;
}

let offered: ReadonlyMap<string, PageCommand> = new Map();
const listeners = new Set<() => void>();

function change(next: Map<string, PageCommand>): void {
  offered = next;
  for (const listener of listeners) listener();
}

/** Offers it in the palette, and by its key, while the part of the page that calls this is there; null: not now. */
export function usePageCommand(command: PageCommand | null): void {
  const id = useId();
  const run = useEffectEvent(() => command?.run());
  const label = command?.label;
  const keys = command?.keys;
  useEffect(() => {
    if (label === undefined) return;
    change(new Map(offered).set(id, { label, keys, run: () => run() }));
    return () => {
      const rest = new Map(offered);
      rest.delete(id);
      change(rest);
    };
  }, [id, label, keys]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const offers = () => offered;

export function usePageCommands(): ReadonlyMap<string, PageCommand> {
  return useSyncExternalStore(subscribe, offers, offers);
}
