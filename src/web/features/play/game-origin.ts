/** Where a game's messages come from; what has no origin of its own says 'null'. */
export function gameOrigin(contentOrigin: string | null, appId: string): string {
  return contentOrigin === null ? 'null' : contentOrigin.replace('{app}', appId);
}
