import { expect, test } from 'vitest';
import { naughtyStrings } from '#fixtures/naughty-strings.ts';
import { approvalRequestMail } from '#server/features/apps/approval-request-mail.ts';
import { decisionMail } from './mail.ts';

const place = { publicUrl: 'https://flux.example' };
const link = 'https://flux.example/update/abc#version-def';
/** Plain numbers of versions are none. */
const linkLike = /[a-z_][.:/@]\w|\w[.:/@][a-z_]|:\/\//i;
const named = {
  appId: 'abc',
  appName: 'Pong',
  versionId: 'def',
  version: '1.1',
  person: 'Bob',
  isHidden: false,
  isHeldBack: false,
  isActive: true,
};

test('who decides reads what waits, where, and whose it is', () => {
  const { subject, text } = approvalRequestMail(place, {
    ...named,
    arrival: { by: 'upload', version: '1.1' },
    organization: 'Moon',
  });
  expect(subject).toBe('Pong waits for approval in Moon');
  expect(
    text,
  ).toBe(`Bob uploaded version 1.1 of Pong to the organization Moon, where it waits for the approval of its owner or one of its admins.

Look at it here:
https://flux.example/update/abc#version-def

However much is uploaded there, you get one such mail an hour at most.
`);
});

test('who uploaded it reads what became of it, and why', () => {
  expect(decisionMail(place, named, null).text).toBe(
    `Bob approved version 1.1 of Pong. It is the one that is played from now on.\n\nSee it here:\n${link}\n`,
  );
  expect(decisionMail(place, { ...named, isHidden: true }, null).text).toContain(
    'It is the one that is played once the application is online again.',
  );
  expect(decisionMail(place, { ...named, isHeldBack: true, isActive: false }, null).text).toContain(
    'It cannot start, so it was not made the active version.',
  );
  expect(decisionMail(place, { ...named, isHeldBack: true }, null).text).toContain(
    'It is the active version, but it cannot start, so players cannot play it yet.',
  );
  const { subject, text, html } = decisionMail(place, named, 'Too loud.\nAnd too <b>short</b>');
  expect(subject).toBe('Version 1.1 of Pong was sent back');
  expect(text).toBe(
    `Bob sent version 1.1 of Pong back and wrote:\n\nToo loud.\nAnd too <b>short<\u002f\u2060b>\n\nUpload another version here:\n${link}\n`,
  );
  expect(html).toContain('Too loud.\nAnd too &lt;b&gt;');
});

test('nothing that anybody typed makes an element or a link of its own, in no mail program', () => {
  for (const typed of [...naughtyStrings, 'http://evil.test/login', 'evil.test', '<b>x</b>']) {
    const all = { ...named, appName: typed, version: typed, person: typed };
    const arrivals = [{ by: 'upload', version: typed }, { by: 'move' }, { by: 'return' }] as const;
    for (const { html, text, subject } of [
      ...arrivals.map((arrival) => approvalRequestMail(place, { ...all, arrival, organization: typed })),
      decisionMail(place, all, null),
      decisionMail(place, all, typed),
    ]) {
      expect(html.match(/<[a-z!]/gi)?.length).toBeLessThanOrEqual(10);
      expect(html.match(/<a[\s>]/g)).toHaveLength(1);
      expect(`${text} ${subject}`.replaceAll(link, '')).not.toMatch(linkLike);
    }
  }
});
