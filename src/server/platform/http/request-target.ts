/**
 * Whether a request target may reach a router: origin-form, every segment decodes, and no segment means
 * something else once decoded (a separator, a control character, a dot segment). Some router, proxy or file
 * system reads each of these differently, so none of them passes.
 */
export function isPlainTarget(target: string): boolean {
  if (!target.startsWith('/')) return false;
  const [path = ''] = target.split(/[?#]/, 1);
  const segments = path.slice(1).split('/');
  return segments.every(
    (segment, index) => (segment !== '' || index === segments.length - 1) && isPlainSegment(segment),
  );
}

function isPlainSegment(segment: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    return false;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  return !/[/\\\u0000-\u001f\u007f]/.test(decoded) && !/^\.{1,2}(;.*)?$/.test(decoded);
}
