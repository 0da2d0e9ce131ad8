export { cpuMilliseconds } from '../../../testing/cpu-time.ts';
