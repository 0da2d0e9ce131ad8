import { generations } from '../fixtures/generations.ts';
import { makeZip } from '../fixtures/zip.ts';
import { expect, test } from './server.ts';
import { game, publishByApi, signIn, started } from './steps.ts';

test('every kind of build that Unity exports plays on the first try', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'ada@example.test', 'Ada');
  for (const [name, make] of Object.entries(generations)) {
    await test.step(name, async () => {
      const build = { name: `${name}.zip`, mimeType: 'application/zip', buffer: makeZip(await make()) };
      const answer = await publishByApi(page, { name, build });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const { id, build: report } = answer.body;
      expect(report.kind).toBe('unity');
      await page.goto(`/play/${id}`);
      await started(game(page));
    });
  }
});
