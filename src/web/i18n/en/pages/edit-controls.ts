import { namespace } from '../../namespace.ts';

export const texts = namespace({
  edit: 'Edit',
  editApplication: 'Edit application',
  public: 'Public',
  private: 'Private',
  changeVisibility: 'Change visibility',
});
