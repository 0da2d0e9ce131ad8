import { endpointUrl } from '#shared/contract/endpoint-url.ts';
import { versionAnchor } from '#shared/versions/version-anchor.ts';
import type { Config } from '../../config/config.ts';
import { type EmailContent, neutralizeName, renderEmail } from '../mail/email-content.ts';

export type MailConfig = Pick<Config, 'publicUrl'>;

/** How it became pending: by an upload, by a move, or by an administrator who restored it. */
export type Arrival = { by: 'upload'; version: string } | { by: 'move' } | { by: 'return' };

interface ApprovalRequest {
  appId: string;
  appName: string;
  /** The pending version. */
  versionId: string;
  arrival: Arrival;
  /** Who brought it. */
  person: string;
  organization: string;
}

/** To the approvers: something is pending. */
export function approvalRequestMail(
  config: MailConfig,
  { appId, versionId, arrival, ...names }: ApprovalRequest,
): EmailContent {
  const [who, what, where] = [
    neutralizeName(names.person),
    neutralizeName(names.appName),
    neutralizeName(names.organization),
  ];
  return renderEmail(`${what} waits for approval in ${where}`, [
    `${describeArrival(arrival, who, what)} the organization ${where}, where it waits for the approval of its owner or one of its admins.`,
    { words: 'Look at it here:', link: versionPage(config, appId, versionId) },
    `However much is uploaded there, you get one such mail an hour at most.`,
  ]);
}

function describeArrival(arrival: Arrival, who: string, what: string): string {
  switch (arrival.by) {
    case 'upload':
      return `${who} uploaded version ${numberInMail(arrival.version)} of ${what} to`;
    case 'move':
      return `${who} took ${what} to`;
    // It may have been moved to this organization while offline.
    case 'return':
      return `An administrator of Flux has brought back ${what}, which had been taken offline. It is in`;
  }
}

/** A version number as written if it is a plain number; otherwise neutralized. */
export function numberInMail(version: string): string {
  return /^\d+(?:\.\d+){0,2}$/.test(version) ? version : neutralizeName(version);
}

/** The update page, at one version of the history. */
export function versionPage({ publicUrl }: MailConfig, appId: string, versionId: string): string {
  return `${publicUrl}${endpointUrl('/update/{id}', { id: appId })}#${versionAnchor(versionId)}`;
}
