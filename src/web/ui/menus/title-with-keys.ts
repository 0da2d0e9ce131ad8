import { hasSingleKeys } from '../../lib/session/keys.ts';

/** What a control says when somebody points at it: its name, and the keys that do the same: 'Upload (N)'. */
export function titleWithKeys(label: string, keys: string): string {
  return hasSingleKeys() ? `${label} (${keys.toUpperCase()})` : label;
}
