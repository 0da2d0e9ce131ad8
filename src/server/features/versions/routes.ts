import type { Register } from '../../app.ts';

export const registerVersions: Register = () => {};
