import { createCipheriv } from 'node:crypto';
import { makeZip } from '#fixtures/zip.ts';
import type { Person } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import type { Application } from '#shared/apps/apps.ts';
import { createVersion } from '#shared/versions/versions.ts';
import type { ScreensInstance } from '../instance.ts';
import { gamePage } from '../pictures/render.ts';
import { type AppName, appNames, apps, type SeededApp } from './catalogue.ts';
import type { PersonName } from './people.ts';

const day = 86_400_000;
/** Deterministic bytes that do not compress. */
const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
  Buffer.alloc(2_000_000),
);

/** Oldest first, so that the newest is first in every list. */
export async function seedApplications(
  { server }: ScreensInstance,
  persons: ReadonlyMap<PersonName, Person>,
  organizationIds: ReadonlyMap<string, string>,
  pictures: ReadonlyMap<AppName, Buffer>,
): Promise<Map<AppName, Application>> {
  const made = new Map<AppName, Application>();
  const byAge = [...appNames].sort((one, other) => apps[other].daysAgo - apps[one].daysAgo);
  for (const key of byAge) {
    const app: SeededApp = apps[key];
    const person = persons.get(app.by);
    if (!person) continue;
    const picture = pictures.get(key);
    const build = { name: `${key}.zip`, bytes: makeBuild(key) };
    const thumbnail = { name: `${key}.png`, bytes: picture ?? Buffer.alloc(0), type: 'image/png' };
    const application = await publishApp(person, {
      body: {
        name: app.name,
        description: app.description,
        isPublic: app.isPublic ?? false,
        theme: app.theme ?? 'vanilla',
        ...(app.organization && { organizationId: organizationIds.get(app.organization) }),
      },
      files: app.bare ? { build } : { build, thumbnail },
    });
    for (const changelog of app.changes ?? [])
      await person.call(createVersion, {
        params: { id: application.id },
        body: { changelog },
        files: { build },
      });
    made.set(key, application);
    await age(server.context.pool, application.id, app);
  }
  return made;
}

/** A page and images of the size of a small game. */
function makeBuild(name: AppName): Buffer {
  const size = 300_000 + ((apps[name].hue * 7_919) % 1_700_000);
  const pictures = { name: 'pictures.webp', data: noise.subarray(0, size), method: 'store' } as const;
  return makeZip([{ name: 'index.html', data: gamePage(name) }, pictures]);
}

interface Pool {
  query(statement: string, values: unknown[]): Promise<unknown>;
}

/** Sets the publication date this many days back, with a version every third day. */
async function age(pool: Pool, id: string, { daysAgo }: SeededApp): Promise<void> {
  const milliseconds = daysAgo * day;
  await pool.query(
    `update apps set created_at = created_at - $2 * interval '1 millisecond',
       updated_at = updated_at - $2 * interval '1 millisecond' where id = $1`,
    [id, milliseconds],
  );
  await pool.query(
    `update versions set uploaded_at = uploaded_at - $2 * interval '1 millisecond' where app_id = $1`,
    [id, milliseconds],
  );
}
