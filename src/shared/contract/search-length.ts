/** Longer than any name; what is beyond it would be found by nobody. */
export const maxSearchLength = 200;
