import type { AppName } from './seed/catalogue.ts';
import type { PersonName } from './seed/people.ts';

/** The result of seeding in a serializable form, by name, so that screens contain no ids. */
export interface SeedRecord {
  apps: Record<string, { id: string; shareUrl: string | null }>;
  people: Record<string, { id: string; email: string; cookie: string }>;
  organizations: Record<string, string>;
}

/** Seeded accounts and objects. Screens look them up by name. */
export class SeedRegistry {
  readonly #register: SeedRecord;

  constructor(register: SeedRecord) {
    this.#register = register;
  }

  readonly appId = (name: AppName): string => {
    return requireSeeded(this.#register.apps[name], name).id;
  };

  /** The secret key of a private application's share link. */
  readonly shareKey = (name: AppName): string => {
    const { shareUrl } = requireSeeded(this.#register.apps[name], name);
    return new URL(requireSeeded(shareUrl, name)).searchParams.get('key') ?? '';
  };

  readonly personId = (name: PersonName): string => {
    return requireSeeded(this.#register.people[name], name).id;
  };

  readonly emailOf = (name: PersonName): string => {
    return requireSeeded(this.#register.people[name], name).email;
  };

  /** The session cookie of an account, as `name=value`. */
  readonly cookieOf = (name: PersonName): string => {
    return requireSeeded(this.#register.people[name], name).cookie;
  };

  readonly organizationId = (name: string): string => {
    return requireSeeded(this.#register.organizations[name], name);
  };

  toJSON(): SeedRecord {
    return this.#register;
  }
}

function requireSeeded<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new Error(`'${name}' was not seeded.`);
  return value;
}
