import { useEffect, useEffectEvent, useId, useSyncExternalStore } from 'react';

/** A command of the current page, in addition to its own button. */
export interface PageCommand {
  label: string;
  /** Its single-key shortcut. */
  keys?: string;
  run: () => void;
}

let offered: ReadonlyMap<string, PageCommand> = new Map();
const listeners = new Set<() => void>();

function change(next: Map<string, PageCommand>): void {
  offered = next;
  for (const listener of listeners) listener();
}

/** Adds it to the palette and enables its shortcut while the calling component is mounted; null: not now. */
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
