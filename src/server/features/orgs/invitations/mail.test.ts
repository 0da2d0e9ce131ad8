import { expect, test } from 'vitest';
import { naughtyStrings } from '#fixtures/naughty-strings.ts';
import { invitationMail } from './mail.ts';

const mailOf = (inviter: string, organization: string) =>
  invitationMail(
    { publicUrl: 'https://flux.example' },
    { id: 'abc', inviter, organization, role: 'member', expiresAt: new Date('2026-03-04T23:59:00Z') },
  );

test('the text of the mail', () => {
  expect(
    mailOf('Ada Lovelace', 'Moon').text,
  ).toBe(`Ada Lovelace invites you to the organization Moon on Flux, as a member.

Sign in with this e-mail address to accept or decline it:
https://flux.example/organizations?invitation=abc

The invitation is good until March 4, 2026.
If you do not know who this is, you need not do anything: nothing happens unless you accept.
`);
});

test('a name creates no element or link in any mail client', () => {
  for (const name of [
    ...naughtyStrings,
    'http://evil.test/login',
    'evil.test',
    'mailto:a@b.test',
    '<b>x</b>',
  ]) {
    const { html, text, subject } = mailOf(name, name);
    expect(html.match(/<[a-z!]/gi)).toHaveLength(10);
    expect(html.match(/<a[\s>]/g)).toHaveLength(1);
    const words = `${text} ${subject}`.replaceAll('https://flux.example/organizations?invitation=abc', '');
    expect(words).not.toMatch(/\w[.:/@]\w|:\/\//);
  }
});

test('a long name is truncated', () => {
  const { text } = mailOf('x'.repeat(80), '漢'.repeat(120));
  expect(text).toContain(`${'x'.repeat(60)}… invites`);
  expect(text).toContain(`organization ${'漢'.repeat(60)}… on`);
});
