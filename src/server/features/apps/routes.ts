import type { Register } from '../../app.ts';

export const registerApps: Register = () => {};
