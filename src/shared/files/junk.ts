import { packagesFolder } from './packages.ts';

/**
 * Files and folders of operating systems, editors, version control, web servers and command-line tools, in
 * lower case. The last group are credentials of tools, which no game reads.
 */
const junkNames = new Map(
  [
    '__MACOSX',
    '.DS_Store',
    '.AppleDouble',
    '.LSOverride',
    '.Spotlight-V100',
    '.Trashes',
    '.fseventsd',
    '.TemporaryItems',
    '.directory',
    'Thumbs.db',
    'ehthumbs.db',
    'desktop.ini',
    '$RECYCLE.BIN',
    '.git',
    '.gitignore',
    '.gitattributes',
    '.gitmodules',
    '.gitkeep',
    '.svn',
    '.hg',
    '.bzr',
    'CVS',
    '.idea',
    '.vs',
    '.vscode',
    '.plastic',
    '.htaccess',
    '.htpasswd',
    'web.config',
    '.ssh',
    '.gnupg',
    '.aws',
    '.azure',
    '.boto',
    '.cargo',
    '.clasprc.json',
    '.composer',
    '.docker',
    '.dockercfg',
    '.envrc',
    '.gem',
    '.git-credentials',
    '.gitconfig',
    '.kube',
    '.my.cnf',
    '.netrc',
    '_netrc',
    '.npmrc',
    '.pgpass',
    '.pypirc',
    '.s3cfg',
    '.sentryclirc',
    '.terraformrc',
    '.vault-token',
    '.yarnrc',
    '.yarnrc.yml',
    '.bash_history',
    '.zsh_history',
  ].map((name) => [name.toLowerCase(), name]),
);
const appleDouble = /^\._/;
const unityFolder = /_(BackUpThisFolder_ButDontShipItWithYourGame|BurstDebugInformation_DoNotShip)$/i;
/** Folder of domain validation by certificate authorities. A build must never provide that proof. */
const certificateProof = /(?:^|\/)\.well-known\/+(acme-challenge|pki-validation)(?:\/|$)/i;
/** Files and folders in which tools and frameworks keep secrets by convention, and which some games read. */
const secrets = /(?:^|\/)\.(?:envs?|secrets?|credentials?|tokens?|passwords?)(?:[._-][^/]*)?(?:\/|$)/i;

/**
 * The files of an upload that belong on no website, each with its usual name. Any other file whose name
 * begins with a dot is part of the build and is served. `node_modules` at the top counts as junk here; it is
 * kept if the build loads files from it (`usesPackages`).
 */
export function findJunk(paths: readonly string[]): Map<string, string> {
  const junk = new Map<string, string>();
  const rest: string[] = [];
  for (const path of paths) {
    const name = junkNameOf(path);
    if (name === null) rest.push(path);
    else junk.set(path, name);
  }
  const top = topFolderOf(rest);
  for (const path of rest) if (path.startsWith(`${top}${packagesFolder}/`)) junk.set(path, packagesFolder);
  return junk;
}

/** Whether all files in a folder are skipped, so that a reader need not open it. */
export function isJunkFolder(path: string): boolean {
  return junkNameOf(`${path}/`) !== null;
}

/** Whether a served file may contain secrets, so that its creator gets a warning. */
export function mayHoldSecrets(path: string): boolean {
  return secrets.test(path);
}

/** Whether certificate authorities use a path of an origin for domain validation. */
export function isCertificateProof(path: string): boolean {
  return certificateProof.test(path);
}

function junkNameOf(path: string): string | null {
  const segments = path.split('/');
  for (const [index, segment] of segments.entries()) {
    const known = junkNames.get(segment.toLowerCase());
    if (known !== undefined) return known;
    if (appleDouble.test(segment)) return '._*';
    const ofUnity = index < segments.length - 1 ? unityFolder.exec(segment)?.[1] : undefined;
    if (ofUnity !== undefined) return `*_${ofUnity}`;
  }
  const proof = certificateProof.exec(path)?.[1];
  return proof === undefined ? null : `.well-known/${proof.toLowerCase()}`;
}

/** The folders that enclose all files, with a trailing slash; packages are no folder of a build. */
function topFolderOf(paths: readonly string[]): string {
  let top = '';
  for (;;) {
    const folder = paths[0]?.slice(top.length).split('/', 1)[0];
    if (folder === undefined || folder === packagesFolder) return top;
    const deeper = `${top}${folder}/`;
    const inside = paths.filter((path) => path.startsWith(deeper)).length;
    if (inside < paths.length) return top;
    top = deeper;
  }
}
