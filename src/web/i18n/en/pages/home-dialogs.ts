import { namespace } from '../../namespace.ts';

export const texts = namespace({
  editApplication: 'Edit application',
  deleteApplication: 'Delete application',
  shareApplication: 'Share application',
});
