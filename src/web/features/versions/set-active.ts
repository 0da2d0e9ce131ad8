import type { Version } from '#shared/versions/versions.ts';

/** The list with that version as the active one. Permissions to switch back and to delete are updated. */
export function withActive(versions: readonly Version[], id: string): Version[] {
  return versions.map((version) => {
    if (version.id === id)
      return {
        ...version,
        isActive: true,
        heldBack: [],
        can: { ...version.can, activate: false, delete: false },
      };
    if (version.isActive)
      return { ...version, isActive: false, can: { ...version.can, activate: true, delete: true } };
    return version;
  });
}

/**
 * Whether switching there and back restores everything: an activation approves a pending version and releases
 * a held-back one, which cannot be undone.
 */
export function canSwitchBack(before: Version | undefined, version: Version): before is Version {
  return before !== undefined && [before, version].every(isFreelyActive);
}

function isFreelyActive({ approval, heldBack }: Version): boolean {
  return approval === 'approved' && heldBack.length === 0;
}
