import type { Register } from '../../app.ts';

export const registerPlay: Register = () => {};
