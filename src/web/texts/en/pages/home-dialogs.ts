import { area } from '../../area.ts';

export const texts = area({
  editApplication: 'Edit application',
  deleteName: 'Delete “{name}”?',
  deleteApplication: 'Delete application',
  keepIt: 'Keep it',
  allItsVersionsAndFilesGoFor:
    'All its versions and files go for good, and its links stop working. This cannot be undone.',
});
