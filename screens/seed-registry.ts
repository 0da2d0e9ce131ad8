import type { AppName } from './seed/catalogue.ts';
import type { PersonName } from './seed/people.ts';

/** What seeding made, as it can be written down: by names, so that screens know nothing of ids. */
export interface Register {
  apps: Record<string, { id: string; shareUrl: string | null }>;
  people: Record<string, { id: string; email: string; cookie: string }>;
  organizations: Record<string, string>;
}

/** Who and what is there, for screens to ask; they take out of it by name what they need. */
export class Residents {
  readonly #register: Register;

  constructor(register: Register) {
    this.#register = register;
  }

  readonly appId = (name: AppName): string => {
    return known(this.#register.apps[name], name).id;
  };

  /** What opens a private application to whoever has its link. */
  readonly shareKey = (name: AppName): string => {
    const { shareUrl } = known(this.#register.apps[name], name);
    return new URL(known(shareUrl, name)).searchParams.get('key') ?? '';
  };

  readonly personId = (name: PersonName): string => {
    return known(this.#register.people[name], name).id;
  };

  readonly emailOf = (name: PersonName): string => {
    return known(this.#register.people[name], name).email;
  };

  /** The session of somebody, as `name=value`. */
  readonly cookieOf = (name: PersonName): string => {
    return known(this.#register.people[name], name).cookie;
  };

  readonly organizationId = (name: string): string => {
    return known(this.#register.organizations[name], name);
  };

  toJSON(): Register {
    return this.#register;
  }
}

function known<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new Error(`'${name}' was not seeded.`);
  return value;
}
