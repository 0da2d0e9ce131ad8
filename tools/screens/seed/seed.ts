import type { Browser } from '@playwright/test';
import type { ScreensInstance } from '../instance.ts';
import { renderPictures } from '../pictures/render.ts';
import { SeedRegistry } from '../seed-registry.ts';
import { seedApplications } from './applications.ts';
import { seedMails, seedSupport } from './messages.ts';
import { seedModeration } from './moderation.ts';
import { seedOrganizations } from './organizations.ts';
import { ageSignIns, endPlans, seedPeople } from './people.ts';

/** Fills an empty Flux with realistic data through the API. */
export async function seed(world: ScreensInstance, browser: Browser): Promise<SeedRegistry> {
  const started = performance.now();
  console.error('Filling Flux with people and what they made (only the first time on a day) …');
  const pictures = await renderPictures(browser);
  const persons = await seedPeople(world);
  const organizations = await seedOrganizations(world, persons);
  const apps = await seedApplications(world, persons, organizations, pictures);
  await seedModeration(world, persons, apps);
  await endPlans(world, persons);
  await seedSupport(persons);
  await seedMails(world);
  await ageSignIns(world);
  console.error(`It took ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  return new SeedRegistry({
    apps: Object.fromEntries([...apps].map(([name, { id, shareUrl }]) => [name, { id, shareUrl }])),
    people: Object.fromEntries(
      [...persons].map(([name, { id, email, cookie }]) => [name, { id, email, cookie }]),
    ),
    organizations: Object.fromEntries(organizations),
  });
}
