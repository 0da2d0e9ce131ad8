import { area } from '../../namespace.ts';

export const texts = area({
  edit: 'Edit',
  editApplication: 'Edit application',
  public: 'Public',
  private: 'Private',
  changeVisibility: 'Change visibility',
});
