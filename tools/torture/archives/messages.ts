/** A request to the reader; sent once per archive. */
export interface ReadOne {
  path: string;
  /** A new, empty folder for this archive. */
  folder: string;
}

export interface ReadFile {
  path: string;
  /** SHA-256 of the content without Unity's compression, hexadecimal. */
  sha256: string;
  storedEncoding: 'identity' | 'gzip' | 'br';
}

export type Refusal = { message: string; details: string[] };

/** The reader's result: the archive's files, and what a publication would serve of them. */
export type ReadAnswer =
  | { kind: 'accepted'; files: ReadFile[]; served: { paths: string[] } | { refused: Refusal } }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'failed'; error: string };
