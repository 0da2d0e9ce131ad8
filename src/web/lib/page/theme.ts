import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './browser-storage.ts';

export type ColorTheme = 'dark' | 'light';

const key = 'theme';
/** The colour of the browser's own interface; index.html has the same. */
const surroundings: Record<ColorTheme, string> = { dark: '#0b0e13', light: '#f9fafc' };
const listeners = new Set<() => void>();

function currentTheme(): ColorTheme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

/** The initial theme in index.html. */
const themeBefore = () => 'dark' as const;

function show(theme: ColorTheme): void {
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', surroundings[theme]);
  for (const listener of listeners) listener();
}

function setTheme(theme: ColorTheme): void {
  writeStored(key, theme);
  show(theme);
}

/** Another tab changed the theme. No key means that the storage was cleared, and a missing theme means dark. */
function follow(event: StorageEvent): void {
  if (event.key === key || event.key === null) show(event.newValue === 'light' ? 'light' : 'dark');
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', follow);
    // Another tab may have changed it after index.html read it and before the listener was added.
    const stored = readStored(key);
    if ((stored === 'light' || stored === 'dark') && stored !== currentTheme()) show(stored);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', follow);
  };
}

/** The theme of the interface. index.html sets it before the first paint; this module reads and changes it. */
export function useColorTheme(): [ColorTheme, (theme: ColorTheme) => void] {
  return [useSyncExternalStore(subscribe, currentTheme, themeBefore), setTheme];
}
