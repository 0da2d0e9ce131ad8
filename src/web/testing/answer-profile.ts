import { listIdentities, listOwnSessions } from '#shared/accounts/accounts.ts';
import { getOwnedContent } from '#shared/accounts/personal-data.ts';
import type { Answers } from './answers.ts';

/** Answers for the profile, except the plan, of an account without content. */
export function answerProfile(answers: Answers): void {
  answers.answerByDefault(listOwnSessions, []);
  answers.answerByDefault(listIdentities, []);
  answers.answerByDefault(getOwnedContent, {
    ...{ applications: 0, versions: 0, unfinishedUploads: 0, organizations: 0, memberships: 0, bytes: 0 },
    freshSignIn: true,
    lastAdmin: false,
    toHandOver: [],
  });
}
