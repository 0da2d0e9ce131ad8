import type { Context } from '#server/context.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { requireAdministrator } from '../../accounts/roles.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { writeAudit } from '../../audit/write.ts';
import { deletePerson } from '../../privacy/delete-data.ts';

/**
 * Deletes another user's account with its content.
 * @throws FluxError `not_found`, `last_admin`, `forbidden`; `conflict` if their organizations have other members
 */
export async function removeUser(context: Context, viewer: Viewer, userId: string): Promise<void> {
  try {
    await deletePerson(
      context,
      userId,
      async ({ username, role, disabled_at }, trx) => {
        await requireAdministrator(trx, viewer);
        await writeAudit(
          trx,
          {
            actorId: viewer.id,
            action: 'user.delete',
            target: { kind: 'user', id: userId, name: username },
            before: { role, disabled: disabled_at !== null },
            after: null,
          },
          context.clock.now(),
        );
      },
      viewer.id,
    );
  } catch (error) {
    throw error instanceof FluxError && error.code === 'conflict' ? ownsForOthers(error) : error;
  }
}

/** The message is written for users who delete their own account. */
function ownsForOthers({ details = [] }: FluxError): FluxError {
  const names = details.slice(0, 3).join(', ');
  const more = details.length > 3 ? ` and ${details.length - 3} more` : '';
  return new FluxError(
    'conflict',
    `This user owns organizations that other people are members of: ${names}${more}. Hand them over, or delete them, first.`,
    { details },
  );
}
