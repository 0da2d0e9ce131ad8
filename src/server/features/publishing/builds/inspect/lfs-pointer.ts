const beginnings = ['https://git-lfs.github.com/spec/', 'https://hawser.github.com/spec/'].map((address) =>
  Buffer.from(`version ${address}`, 'latin1'),
);

/** Whether a file is a pointer of Git LFS: the text that a clone holds until `git lfs pull` fetches the real file. */
export function isLfsPointer(head: Buffer): boolean {
  return beginnings.some((beginning) => head.subarray(0, beginning.length).equals(beginning));
}
