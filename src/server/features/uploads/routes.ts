import type { Register } from '../../app.ts';

export const registerUploads: Register = () => {};
