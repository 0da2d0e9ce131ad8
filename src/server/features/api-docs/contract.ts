/// <reference types="vite/types/importMeta.d.ts" />
import { basename } from 'node:path';
import type * as z from 'zod/mini';
import type { AnyEndpoint } from '#shared/contract/contract.ts';

/** The tag of each shared module, in display order. */
const nouns: Record<string, string> = {
  apps: 'Applications',
  'app-list': 'Applications',
  versions: 'Versions',
  uploads: 'Uploads',
  embed: 'Embedding',
  orgs: 'Organizations',
  accounts: 'Account',
  'personal-data': 'Account',
  billing: 'Subscriptions',
  support: 'Support',
  storage: 'Storage',
  mail: 'Administration',
  admin: 'Administration',
  openapi: 'This description',
};
/** Each once. */
export const nounNames = [...new Set(Object.values(nouns))];

/** The export names of the shared modules. */
export interface ContractNames {
  endpoints: ReadonlyMap<AnyEndpoint, { id: string; noun: string }>;
  /** Schemas with their own name, such as `User`. */
  schemas: ReadonlyMap<string, z.ZodMiniType>;
}

/** Reads the names from the modules, so that new exports are included automatically. */
export function readContractNames(): ContractNames {
  const modules = import.meta.glob<Record<string, unknown>>(['../../../shared/**/*.ts', '!**/*.test.ts'], {
    eager: true,
  });
  const endpoints = new Map<AnyEndpoint, { id: string; noun: string }>();
  const schemas = new Map<string, z.ZodMiniType>();
  for (const [path, exported] of Object.entries(modules)) {
    const noun = nounOf(basename(path, '.ts'));
    for (const [name, value] of Object.entries(exported)) {
      if (isEndpoint(value)) endpoints.set(value, { id: name, noun });
      else if (name.endsWith('Schema') && isObjectSchema(value)) schemas.set(typeName(name), value);
    }
  }
  return { endpoints, schemas };
}

export function nounOf(module: string): string {
  return nouns[module] ?? module.charAt(0).toUpperCase() + module.slice(1).replaceAll('-', ' ');
}

/** `userSchema` describes a `User`. */
function typeName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1, -'Schema'.length);
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value;
}

function isObjectSchema(value: unknown): value is z.ZodMiniType {
  if (typeof value !== 'object' || value === null || !('_zod' in value)) return false;
  return (value as z.ZodMiniType)._zod.def.type === 'object';
}
