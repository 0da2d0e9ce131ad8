import type { Browser } from '@playwright/test';
import type { Person } from '../../src/server/testing/people.ts';
import { renderPictures } from '../pictures/render.ts';
import type { Seeded } from '../screen.ts';
import type { World } from '../world.ts';
import { seedApplications } from './applications.ts';
import { seedMails, seedSupport } from './letters.ts';
import { seedModeration } from './moderation.ts';
import { seedOrganizations } from './organizations.ts';
import { endPlans, type PersonName, seedPeople } from './people.ts';

export interface SeededWorld extends Seeded {
  /** Their sessions. */
  cookieOf(name: PersonName): string;
}

/** Fills an empty Flux with what a community might have left there, by the calls that people make. */
export async function seed(world: World, browser: Browser): Promise<SeededWorld> {
  const pictures = await renderPictures(browser);
  const persons = await seedPeople(world);
  const organizationIds = await seedOrganizations(world, persons);
  const apps = await seedApplications(world, persons, organizationIds, pictures);
  await seedModeration(world, persons, apps);
  await endPlans(world, persons);
  await seedSupport(world, persons);
  await seedMails(world);
  const personOf = (name: PersonName): Person => known(persons.get(name), name);
  return {
    appId: (name) => known(apps.get(name), name).id,
    shareKey: (name) => new URL(known(apps.get(name)?.shareUrl, name)).searchParams.get('key') ?? '',
    personId: (name) => personOf(name).id,
    organizationId: (name) => known(organizationIds.get(name), name),
    cookieOf: (name) => personOf(name).cookie,
  };
}

function known<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new Error(`'${name}' was not seeded.`);
  return value;
}
