import { namespace } from '../../namespace.ts';

export const texts = namespace({
  nameRequiresApprovalThe:
    '{name} requires approval: the application stays private until its owner or an admin approves it.',
  organization: 'Organization',
  noOrganizationsAvailablePlease: 'No organizations available. Please contact an administrator.',
  errorLoadingOrganizationsError: 'Error loading organizations: {error}',
  pleaseSelectAnOrganization: 'Please select an organization',
  createAnOrganizationFirst: 'No organizations available. Please create an organization first.',
  createOrganization: 'Create Organization',
});
