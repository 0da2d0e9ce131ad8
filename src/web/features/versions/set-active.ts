import type { Version } from '#shared/versions/versions.ts';

/**
 * The list as it will be once that version is the active one. Who may switch to it may also switch back, and delete what
 * is active no more.
 */
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
 * Whether going from one to the other and back leaves all as it was: to make a version the active one approves it where
 * nobody has, and releases it where it is held back, and neither can be taken back.
 */
export function canSwitchBack(before: Version | undefined, version: Version): before is Version {
  return before !== undefined && [before, version].every(isFreelyActive);
}

function isFreelyActive({ approval, heldBack }: Version): boolean {
  return approval === 'approved' && heldBack.length === 0;
}
