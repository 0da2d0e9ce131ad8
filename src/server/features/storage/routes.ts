import type { Register } from '../../app.ts';
import { registerCompression } from './compress.ts';
import { registerSweeps } from './sweep.ts';

export const registerStorage: Register = (_http, context) => {
  registerCompression(context);
  registerSweeps(context);
};
