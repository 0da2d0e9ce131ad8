import { area } from '../../namespace.ts';

export const texts = area({
  editApplication: 'Edit application',
  deleteApplication: 'Delete application',
  shareApplication: 'Share application',
});
