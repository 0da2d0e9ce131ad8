import {
  getCounts,
  listAdminApplications,
  listAdminOrganizations,
  listAuditLog,
  listUsers,
} from '#shared/admin/admin.ts';
import { getBackgroundWork } from '#shared/admin/background-work.ts';
import { getUsage, getUsageHistory } from '#shared/admin/usage.ts';
import { listMails } from '#shared/contact/mail.ts';
import { listReported } from '#shared/contact/reports.ts';
import { type Answers, pageOf } from './answers.ts';
import { openPage } from './open-page.tsx';
import { type AdminLists, everything, someDays, someUsage, someWork } from './samples/admin.ts';
import { idOf } from './samples/ids.ts';

/** The administrator in the tests. */
export const root = { id: idOf('u', 2), username: 'Root', role: 'admin' } as const;

/** The administration pages show the current content of `lists`. */
export function answerAdmin(answers: Answers, lists: AdminLists = everything(root)): AdminLists {
  answers.answer(listUsers, ({ query }) => pageOf(lists.users ?? [], query));
  answers.answer(listAdminOrganizations, ({ query }) => pageOf(lists.organizations ?? [], query));
  answers.answer(listAdminApplications, ({ query }) => pageOf(lists.applications ?? [], query));
  answers.answer(listReported, ({ query }) => pageOf(lists.reported ?? [], query));
  answers.answer(listAuditLog, ({ query }) => pageOf(lists.entries ?? [], query));
  answers.answer(listMails, ({ query }) => pageOf(lists.mails ?? [], query));
  answers.answer(getCounts, () => ({
    users: lists.users?.length ?? 0,
    organizations: lists.organizations?.length ?? 0,
    applications: lists.applications?.length ?? 0,
    openReports: lists.reported?.length ?? 0,
  }));
  answers.answer(getUsage, someUsage);
  answers.answer(getBackgroundWork, someWork);
  answers.answer(getUsageHistory, ({ query }) => ({ days: someDays(Number(query.days ?? 30)) }));
  return lists;
}

/** One of them, as `Root` sees it. */
export async function openAdmin(address: string, answers: Answers, lists?: AdminLists) {
  const given = answerAdmin(answers, lists);
  await openPage(address, { answers, user: root });
  return given;
}

/**
 * The number of rows of the visible table: by tag names, because a thousand roles and names take a browser
 * seconds.
 */
export const lineCount = () => document.querySelectorAll('tbody tr').length;
