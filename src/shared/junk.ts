/** Left by operating systems and web servers' configuration; in any folder. */
const junkNames = new Set(['__macosx', 'thumbs.db', 'ehthumbs.db', 'desktop.ini', 'web.config']);
const unityFolders = /_(BackUpThisFolder_ButDontShipItWithYourGame|BurstDebugInformation_DoNotShip)$/i;

/** Whether nothing of that name has a place on a website: hidden files and folders, and what systems leave behind. */
export function isJunkName(segment: string): boolean {
  return segment.startsWith('.') || junkNames.has(segment.toLowerCase());
}

/** Whether nothing in a folder of that name has: that goes, too, for what Unity itself says not to ship. */
export function isJunkFolder(segment: string): boolean {
  return isJunkName(segment) || unityFolders.test(segment);
}
