/** For somebody whose turn failed, who is paying, or whose mail is incomplete; by the clock of this Flux. */
const patienceMilliseconds = 5 * 60_000;

export const afterPatience = (now: Date) => new Date(now.getTime() + patienceMilliseconds);
