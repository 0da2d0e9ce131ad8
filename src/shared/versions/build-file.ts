/** Rules for uploaded build files, for the form and the API. */
export const maxUploadBytesDefault = 104_857_600;
export const maxBuildFiles = 10_000;
export const buildFileExtensions = ['.zip', '.html', '.unityweb'] as const;
export type BuildFileExtension = (typeof buildFileExtensions)[number];

/** The current upload rules: the active storage configuration may allow less than Flux can read. */
export interface UploadLimits {
  maxUploadBytes: number;
  allowedExtensions: readonly BuildFileExtension[];
}

export const buildFileMessages = {
  missing: 'Please select a file to upload',
} as const;

const kinds: Record<BuildFileExtension, { words: string; type: string }> = {
  '.zip': { words: 'WebGL/WebXR build file (.zip)', type: 'application/zip' },
  '.html': { words: 'HTML file (.html)', type: 'text/html' },
  '.unityweb': { words: '.unityweb file', type: 'application/octet-stream' },
};
const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

/** The accepted files, as a sentence. */
export function wrongTypeMessage(allowed: readonly BuildFileExtension[]): string {
  return `Please select a valid ${alternatives.format(allowed.map((extension) => kinds[extension].words))}`;
}

/** '100 MB' for 104857600: whole numbers without decimals, others with two. */
export function megabytes(bytes: number): string {
  const value = bytes / 1_048_576;
  return `${Number.isInteger(value) ? value : value.toFixed(2)} MB`;
}

/**
 * '12.34 MB': uploads are shown in MB with two decimals everywhere; other sizes use `sizes.ts`. '< 0.01 MB'
 * instead of zero.
 */
export function formatSize(bytes: number): string {
  const value = (bytes / 1_048_576).toFixed(2);
  return bytes > 0 && value === '0.00' ? '< 0.01 MB' : `${value} MB`;
}

export function tooLargeMessage(maxBytes: number): string {
  return `File size must be less than ${megabytes(maxBytes).replace(' ', '')}`;
}

/**
 * The message for a file that cannot be a build, or null. The name takes precedence over the type.
 * @param type the browser's guess of the media type; empty if unknown
 */
export function buildFileProblem(
  file: { name: string; type: string; size: number },
  maxBytes: number,
  allowed: readonly BuildFileExtension[] = buildFileExtensions,
): string | null {
  const name = file.name.toLowerCase();
  const known = buildFileExtensions.find((extension) => name.endsWith(extension));
  const accepted = known ? allowed.includes(known) : allowed.some((each) => kinds[each].type === file.type);
  if (!accepted) return wrongTypeMessage(allowed);
  if (file.size > maxBytes) return tooLargeMessage(maxBytes);
  return null;
}
