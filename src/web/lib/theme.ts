import { useSyncExternalStore } from 'react';
import { writeStored } from './browser-storage.ts';

export type ColorTheme = 'dark' | 'light';

const listeners = new Set<() => void>();

function currentTheme(): ColorTheme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

function setTheme(theme: ColorTheme): void {
  document.documentElement.dataset.theme = theme;
  writeStored('theme', theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme of the interface. index.html sets it before the first paint; here it is read and changed. */
export function useColorTheme(): [ColorTheme, (theme: ColorTheme) => void] {
  return [useSyncExternalStore(subscribe, currentTheme), setTheme];
}
