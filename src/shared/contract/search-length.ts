/** Longer than any name. Longer terms could match nothing. */
export const maxSearchLength = 200;
