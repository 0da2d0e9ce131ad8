/** Whether an error came from a decompressor: `Z_DATA_ERROR`, or for brotli `ERR__ERROR_FORMAT_…`. */
export function isDecompressionError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^(Z_|ERR_.*_ERROR_)/.test(error.code)
  );
}
