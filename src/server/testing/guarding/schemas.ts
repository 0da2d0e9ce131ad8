import type * as z from 'zod/mini';

/** A schema inside another: where, and how it is defined. */
export interface Part {
  /** Names of fields, from the outermost on. */
  path: string[];
  def: Record<string, unknown> & { type: string };
}

/** A schema and all that it is made of. */
export function partsOf(schema: z.ZodMiniType, path: string[] = []): Part[] {
  const def = schema._zod.def as unknown as Part['def'];
  const inner =
    def.type === 'object'
      ? Object.entries(def.shape as Record<string, z.ZodMiniType>).flatMap(([name, field]) =>
          partsOf(field, [...path, name]),
        )
      : Object.values(def)
          .flat()
          .filter(isSchema)
          .flatMap((part) => partsOf(part, path));
  return [{ path, def }, ...inner];
}

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

export const isObject = ({ def }: Part) => def.type === 'object';
/** An object that refuses fields it does not know. */
export const isStrict = ({ def }: Part) => isSchema(def.catchall) && def.catchall._zod.def.type === 'never';
export const fieldsOf = ({ def }: Part) => Object.keys(def.shape as object);

/** Each shape that a value may have: one, or all of a union. */
export function shapesOf(schema: z.ZodMiniType): z.ZodMiniType[] {
  const def = schema._zod.def as unknown as Part['def'];
  return def.type === 'union' ? (def.options as z.ZodMiniType[]) : [schema];
}
