import type { Config } from '#server/config/config.ts';
import { type EmailContent, neutralizeName, type Paragraph, renderEmail } from '../../mail/email-content.ts';

type MailConfig = Pick<Config, 'publicUrl'>;

interface Named {
  /** Who made the change. */
  person: string;
  organization: string;
}

export function becameOwnerMail(config: MailConfig, named: Named & { applications: number }): EmailContent {
  const [who, where] = [neutralizeName(named.person), neutralizeName(named.organization)];
  const applications = named.applications === 1 ? '1 application' : `${named.applications} applications`;
  return renderEmail(`You are now the owner of ${where}`, [
    `${who} made you the owner of the organization ${where}, which has ${applications}.`,
    'You can change its details and settings, manage its members, hand it over and delete it.',
    link(config),
  ]);
}

/** To the former owner, if an administrator handed the organization over. */
export function lostOwnershipMail(config: MailConfig, named: Named & { owner: string }): EmailContent {
  const [who, where, owner] = [
    neutralizeName(named.person),
    neutralizeName(named.organization),
    neutralizeName(named.owner),
  ];
  return renderEmail(`You are no longer the owner of ${where}`, [
    `${who} made ${owner} the owner of the organization ${where}. You stay in it as an admin.`,
    link(config),
  ]);
}

/** @param named.applications the number of applications of theirs in the organization, which stay theirs */
export function removedMail(config: MailConfig, named: Named & { applications: number }): EmailContent {
  const [who, where] = [neutralizeName(named.person), neutralizeName(named.organization)];
  const kept =
    named.applications === 1
      ? ['Your application in it is still yours.']
      : named.applications > 1
        ? [`Your ${named.applications} applications in it are still yours.`]
        : [];
  return renderEmail(`You were removed from ${where}`, [
    `${who} removed you from the organization ${where}. You can no longer open the private applications of its other members.`,
    ...kept,
    link(config),
  ]);
}

function link({ publicUrl }: MailConfig): Paragraph {
  return { words: 'See your organizations:', link: `${publicUrl}/organizations` };
}
