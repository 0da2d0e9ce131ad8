/** How many of a file's first bytes `isCompressedMedia` looks at. */
export const sniffBytes = 12;

/** First bytes of formats that are compressed in themselves, in hexadecimal. */
const signatures = [
  '89504e47', // PNG
  'ffd8ff', // JPEG
  '47494638', // GIF
  '504b0304', // ZIP and its kin
  '1f8b08', // gzip
  '28b52ffd', // Zstandard
  'fd377a585a00', // xz
  '377abcaf271c', // 7-Zip
  '526172211a07', // RAR
  '4f676753', // Ogg
  '494433', // MP3 with ID3
  'fffb', // MP3
  '1a45dfa3', // Matroska, WebM
  '774f4632', // WOFF2
  '774f4646', // WOFF
  '664c6143', // FLAC
].map((hex) => Buffer.from(hex, 'hex'));

/** Whether a file is of a format that compressing again would not make smaller. */
export function isCompressedMedia(start: Buffer): boolean {
  if (signatures.some((signature) => start.subarray(0, signature.length).equals(signature))) return true;
  // RIFF contains WebP as well as WAV; MP4 has its signature after the length of the first box.
  const fourth = start.toString('latin1', 4, 8);
  return (
    fourth === 'ftyp' ||
    (start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP')
  );
}
