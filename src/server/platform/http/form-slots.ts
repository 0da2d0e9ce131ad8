import { FluxError } from '#shared/errors.ts';
import type { Form } from './form.ts';

/** As many as resumable uploads. */
const maxForms = 3;

/** Counts the forms that a sender has under way, from their first byte until they are discarded. */
export class FormSlots {
  readonly #underWay = new Map<string, number>();

  /** @throws FluxError `limit_reached`, before anything is read */
  async hold(sender: string, read: () => Promise<Form>): Promise<Form> {
    const count = this.#underWay.get(sender) ?? 0;
    if (count >= maxForms) {
      throw new FluxError(
        'limit_reached',
        `You are already sending ${count} forms, and ${maxForms} are allowed at a time. Please wait until one of them is done.`,
      );
    }
    this.#underWay.set(sender, count + 1);
    try {
      const form = await read();
      return { ...form, discard: () => form.discard().finally(() => this.#release(sender)) };
    } catch (error) {
      this.#release(sender);
      throw error;
    }
  }

  #release(sender: string): void {
    const left = (this.#underWay.get(sender) ?? 1) - 1;
    if (left > 0) this.#underWay.set(sender, left);
    else this.#underWay.delete(sender);
  }
}
