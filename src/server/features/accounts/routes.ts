import type { Register } from '../../app.ts';

export const registerAccounts: Register = () => {};
