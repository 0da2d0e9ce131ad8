import { namespace } from '../../namespace.ts';

export const texts = namespace({
  deleteName: 'Delete “{name}”?',
  deleteApplication: 'Delete application',
  keepIt: 'Keep it',
  allItsVersionsAndFilesGoFor:
    'All its versions and files are deleted permanently, and its links stop working. This cannot be undone.',
});
