import { FluxError } from '#shared/contract/errors.ts';
import type { SharedLimits } from '../../limits/shared-limits.ts';
import type { Form } from './form.ts';

/** Of one session to one address: as many as resumable uploads. */
const maxForms = 3;
/** Of one account, or of one address of visitors. */
const maxFormsOfAccount = 12;

export interface FormSender {
  account: string;
  /** Session or token; null for visitors. */
  session: string | null;
  /** What the form is sent to. */
  path: string;
}

/** Counts the forms that a sender has under way, from their first byte until they are discarded. */
export class FormSlots {
  readonly #sharedLimits: SharedLimits;

  constructor(sharedLimits: SharedLimits) {
    this.#sharedLimits = sharedLimits;
  }

  /** @throws FluxError `limit_reached`, before anything is read */
  async hold({ account, session, path }: FormSender, read: () => Promise<Form>): Promise<Form> {
    const release = await this.#sharedLimits.tryAcquire([
      { name: `forms of ${account} ${session} to ${path}`, most: maxForms },
      { name: `forms of ${account}`, most: session === null ? maxForms : maxFormsOfAccount },
    ]);
    if (release === null) {
      throw new FluxError(
        'limit_reached',
        `You are already sending ${maxForms} forms, and no more are allowed at a time. Please wait until one of them is done.`,
      );
    }
    try {
      const form = await read();
      return { ...form, discard: () => form.discard().finally(release) };
    } catch (error) {
      release();
      throw error;
    }
  }
}
