import { namespace } from '../../namespace.ts';

export const texts = namespace({
  adminAccessRequired: 'Admin access required',
  onlyAdministratorsCanConfigure: 'Only administrators can configure storage settings.',
  storageConfiguration: 'Storage Configuration',
  manageCloudStorageProvidersFor: 'Manage cloud storage providers for application uploads',
  failedToFetchStorageConfigurations: 'Failed to fetch storage configurations',
  loadingStorageConfigurations: 'Loading storage configurations…',
});
