import type { Page } from '@playwright/test';
import { expect, test } from './server.ts';
import { api, game, publishByApi, signIn } from './steps.ts';
import {
  allOfVersion,
  makeVersionBuild,
  publishDuringRequests,
  publishVersionBuild,
  readReportedVersions,
  requestedFiles,
} from './version-build.ts';

async function activate(page: Page, appId: string, versionId: string): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/activateVersion', { method: 'POST', headers, body })).status;
  }, JSON.stringify({ appId, versionId }));
  expect(status).toBe(200);
}

test.describe('versions', () => {
  for (const isPublic of ['true', 'false'])
    test(`saves survive updates and rollbacks, public: ${isPublic}`, async ({ page }) => {
      await signIn(page, 'ada@example.test', 'Ada');
      const fields = { name: 'Saves', isPublic, build: makeVersionBuild(1) };
      const { body: app } = await publishByApi(page, fields);
      const play = async () => {
        await page.goto(`/play/${app.id}`);
        return readReportedVersions(game(page));
      };
      expect(await play()).toEqual({ versions: allOfVersion(1), plays: 1, best: '1' });
      const list = await api(page, 'GET', `/api/applications/${app.id}/versions`);
      const [{ id: first, previewUrl }] = list.body.versions;
      await publishVersionBuild(page, app.id, 2);
      expect(await play()).toEqual({ versions: allOfVersion(2), plays: 2, best: '2' });
      await activate(page, app.id, first);
      expect(await play()).toEqual({ versions: allOfVersion(1), plays: 3, best: '2' });
      await publishVersionBuild(page, app.id, 3);
      expect(await play()).toEqual({ versions: allOfVersion(3), plays: 4, best: '3' });
      await page.goto(previewUrl);
      await expect(page.locator('output')).toContainText('"plays":5');
      await expect(page.locator('output')).toContainText('"script":1');
    });

  test('a loading page keeps its version while others are published', async ({ page }) => {
    await signIn(page, 'ada@example.test', 'Ada');
    const fields = { name: 'Switch', isPublic: 'true', build: makeVersionBuild(1) };
    const { body: app } = await publishByApi(page, fields);
    let version = 1;
    const asked = await publishDuringRequests(page, requestedFiles, () =>
      publishVersionBuild(page, app.id, ++version),
    );
    await page.goto(`/play/${app.id}`);
    expect((await readReportedVersions(game(page))).versions).toEqual(allOfVersion(1));
    expect(asked()).toEqual(requestedFiles.toSorted());
    await page.unrouteAll();
    await page.reload();
    expect((await readReportedVersions(game(page))).versions).toEqual(allOfVersion(version));
  });

  test('requests of modules and workers get their page’s version, even if another tab has the next one', async ({
    page,
  }) => {
    await signIn(page, 'ada@example.test', 'Ada');
    const fields = { name: 'Two tabs', isPublic: 'true', build: makeVersionBuild(1) };
    const { body: app } = await publishByApi(page, fields);
    const other = await page.context().newPage();
    let version = 1;
    const files = ['late.js', 'part.js', 'worker.json'];
    const asked = await publishDuringRequests(page, files, async () => {
      await publishVersionBuild(page, app.id, ++version);
      await other.goto(`/play/${app.id}`);
      expect((await readReportedVersions(game(other))).versions).toEqual(allOfVersion(version));
    });
    await page.goto(`/play/${app.id}`);
    expect((await readReportedVersions(game(page))).versions).toEqual(allOfVersion(1));
    expect(asked()).toEqual(files);
  });
});
