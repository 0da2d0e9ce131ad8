import { setTimeout as sleep } from 'node:timers/promises';

export const tries = 4;

/** Runs it up to four times while the failure is transient. */
export async function retrying<Result>(
  attempt: () => Promise<Result>,
  passing: (error: unknown) => boolean,
): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= tries || !passing(error)) throw error;
      await pause(failures);
    }
  }
}

/** Before the next try: about 150 ms, then 450 and 1,350, and not for all at the same moment. */
export function pause(failures: number): Promise<void> {
  return sleep(150 * 3 ** (failures - 1) * (0.5 + Math.random()));
}
