const sizeUnits = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** `1.23 GB`: steps of 1,024, at most two digits. */
export function formatBytes(bytes: number): string {
  let size = Math.max(0, bytes);
  let unit = 0;
  while (size >= 1024 && unit < sizeUnits.length - 1) {
    size /= 1024;
    unit += 1;
  }
  // 1023.999 KB would be shown as 1024 KB.
  if (Number(size.toFixed(2)) >= 1024 && unit < sizeUnits.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Number(size.toFixed(2))} ${sizeUnits[unit] ?? 'Bytes'}`;
}
