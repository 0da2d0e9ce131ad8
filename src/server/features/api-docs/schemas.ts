import * as z from 'zod/mini';
import type { JsonSchema } from '#shared/contract/openapi.ts';

const ignoredDescription = 'Accepted and ignored: the server knows this by itself.';

/** The input schema, before defaults and transformations. */
export function inputSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      dropSafeIntegerBounds(jsonSchema);
      const { def } = zodSchema._zod;
      // Input fields that clients may send and the server ignores, `unknown` in the contract.
      if (def.type === 'unknown') jsonSchema.description = ignoredDescription;
      // zod omits it if the inner schema also accepts another type.
      if (def.type === 'default') jsonSchema.default = (def as z.core.$ZodDefaultDef).defaultValue as never;
    },
  });
  return converted as JsonSchema;
}

/** Converts response schemas, and collects named ones for references. */
export class OutputSchemas {
  readonly #named = z.registry<{ id: string }>();
  readonly components: Record<string, JsonSchema> = {};

  /** @param named schemas by the name that the document shows */
  constructor(named: ReadonlyMap<string, z.ZodMiniType>) {
    for (const [id, schema] of named) this.#named.add(schema, { id });
  }

  convert(schema: z.ZodMiniType): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...converted
    } = z.toJSONSchema(schema, {
      io: 'output',
      metadata: this.#named,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        dropSafeIntegerBounds(jsonSchema);
      },
    });
    Object.assign(this.components, redirected($defs));
    return redirected(converted) as JsonSchema;
  }
}

export const componentPrefix = '#/components/schemas/';

/** Redirects references to local definitions to the document's components. */
function redirected(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', `"$ref":"${componentPrefix}`));
}

/** The bounds of safe integers inform no reader. */
function dropSafeIntegerBounds(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
