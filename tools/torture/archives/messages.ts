/** What a reader is told; again and again. */
export interface ReadOne {
  path: string;
  /** Empty, and its own. */
  folder: string;
}

export interface ReadFile {
  path: string;
  /** sha256 of the content, without Unity's compression; hexadecimal. */
  sha256: string;
  storedEncoding: 'identity' | 'gzip' | 'br';
}

export type Refusal = { message: string; details: string[] };

/** What a reader answers: what lies in the archive, and what a publication would serve of it. */
export type ReadAnswer =
  | { kind: 'accepted'; files: ReadFile[]; served: { paths: string[] } | { refused: Refusal } }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'failed'; error: string };
