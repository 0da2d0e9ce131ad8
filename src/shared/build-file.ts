/** What an uploaded build file may be. The same rule serves the form and the API. */
export const maxUploadBytesDefault = 104_857_600;
export const buildFileExtensions = ['.zip', '.html', '.unityweb'] as const;
export type BuildFileExtension = (typeof buildFileExtensions)[number];

export const buildFileMessages = {
  missing: 'Please select a file to upload',
  type: 'Please select a valid WebGL/WebXR build file (.zip), HTML file (.html), or .unityweb file',
} as const;

const acceptedTypes = new Set(['text/html', 'application/octet-stream', 'application/zip']);

/** '100 MB' for 104857600: whole numbers without decimals, others with two. */
export function megabytes(bytes: number): string {
  const value = bytes / 1_048_576;
  return `${Number.isInteger(value) ? value : value.toFixed(2)} MB`;
}

/** '12.34 MB': sizes are shown in MB with two decimals everywhere. */
export function formatSize(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(2)} MB`;
}

export function tooLargeMessage(maxBytes: number): string {
  return `File size must be less than ${megabytes(maxBytes).replace(' ', '')}`;
}

/**
 * The sentence to show for a file that cannot be a build, or null where it may be one.
 * @param type the browser's guess of the media type; empty where it has none
 */
export function buildFileProblem(
  file: { name: string; type: string; size: number },
  maxBytes: number,
): string | null {
  const name = file.name.toLowerCase();
  const known = buildFileExtensions.some((extension) => name.endsWith(extension));
  if (!known && !acceptedTypes.has(file.type)) return buildFileMessages.type;
  if (file.size > maxBytes) return tooLargeMessage(maxBytes);
  return null;
}
