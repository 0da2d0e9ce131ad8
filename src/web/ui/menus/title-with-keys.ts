import { hasSingleKeys } from '../../lib/session/keys.ts';

/** A control's tooltip: its name, and its shortcut: 'Upload (N)'. */
export function titleWithKeys(label: string, keys: string): string {
  return hasSingleKeys() ? `${label} (${keys.toUpperCase()})` : label;
}
