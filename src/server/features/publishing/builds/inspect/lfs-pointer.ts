const beginnings = ['https://git-lfs.github.com/spec/', 'https://hawser.github.com/spec/'].map((address) =>
  Buffer.from(`version ${address}`, 'latin1'),
);

/** Whether a file is a Git LFS pointer: the text in a clone until `git lfs pull` downloads the real file. */
export function isLfsPointer(head: Buffer): boolean {
  return beginnings.some((beginning) => head.subarray(0, beginning.length).equals(beginning));
}
