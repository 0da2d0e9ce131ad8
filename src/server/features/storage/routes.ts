import type { Register } from '../../app.ts';

export const registerStorage: Register = () => {};
