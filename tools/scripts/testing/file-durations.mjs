import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectFolder } from '../setup.mjs';

export const durationsPath = join(projectFolder, '.cache/vitest-durations.json');

/** A Vitest reporter. The JSON reporter leaves out hooks and imports, in which some files spend most of their time. */
export default class FileDurations {
  onTestRunEnd(modules) {
    const files = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      return {
        file: relative(projectFolder, module.moduleId),
        ms: collectDuration + setupDuration + duration,
      };
    });
    writeFileSync(durationsPath, JSON.stringify(files));
  }
}
