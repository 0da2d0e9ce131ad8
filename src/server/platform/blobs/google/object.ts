import * as z from 'zod/mini';
import type { ObjectMetadata } from '../blob-store.ts';

const text = z.nullish(z.string());
const number = z.union([z.string(), z.number()]);

/** An object as the JSON API describes it. */
const objectSchema = z.object({
  bucket: z.string(),
  name: z.string(),
  generation: z.nullish(number),
  metageneration: z.nullish(number),
  size: number,
  timeCreated: text,
  updated: text,
  md5Hash: text,
  cacheControl: text,
  contentDisposition: text,
  contentEncoding: text,
  contentLanguage: text,
  contentType: text,
  metadata: z.nullish(z.record(z.string(), z.unknown())),
});

/** @throws ZodError */
export function readObject(answer: unknown): ObjectMetadata {
  const found = z.parse(objectSchema, answer);
  return {
    bucket: found.bucket,
    generation: word(found.generation),
    metageneration: word(found.metageneration),
    fullPath: found.name,
    name: found.name.slice(found.name.lastIndexOf('/') + 1),
    size: Number(found.size),
    timeCreated: date(found.timeCreated),
    updated: date(found.updated),
    md5Hash: found.md5Hash ?? null,
    cacheControl: found.cacheControl ?? null,
    contentDisposition: found.contentDisposition ?? null,
    contentEncoding: found.contentEncoding ?? null,
    contentLanguage: found.contentLanguage ?? null,
    contentType: found.contentType ?? null,
    customMetadata: Object.fromEntries(
      Object.entries(found.metadata ?? {}).map(([name, value]) => [name, String(value)]),
    ),
  };
}

function word(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function date(value: string | null | undefined): Date | null {
  return value === null || value === undefined ? null : new Date(value);
}
