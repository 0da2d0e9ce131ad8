import { type SupportState, supportCategoryWords } from '#shared/contact/support.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { writeAudit } from '../audit/write.ts';
import { lockRequest, setResolved } from './store.ts';

const already = {
  open: 'This request is open already. Please reload the page.',
  resolved: 'This request is resolved already. Please reload the page.',
};

/**
 * Resolves or reopens a request. The audit log is permanent, so it has the category and not the text.
 * @throws FluxError `not_found`; `conflict` if the state is unchanged
 */
export async function changeState(
  { db, clock }: Context,
  viewer: Viewer,
  id: string,
  state: SupportState,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const request = await lockRequest(trx, id);
    if (!request) throw new FluxError('not_found', 'This request no longer exists.');
    const before: SupportState = request.resolvedAt === null ? 'open' : 'resolved';
    if (before === state) throw new FluxError('conflict', already[state]);
    const now = clock.now();
    await setResolved(trx, id, state === 'resolved' ? { at: now, by: viewer.id } : null);
    const target = { kind: 'support', id, name: supportCategoryWords[request.category] } as const;
    const action = state === 'resolved' ? 'support.resolve' : 'support.reopen';
    const event = { actorId: viewer.id, action, target } as const;
    await writeAudit(trx, { ...event, before: { state: before }, after: { state } }, now);
  });
}
