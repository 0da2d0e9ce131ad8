import { usePageTitle } from '../lib/use-page-title.ts';
import { Guard } from '../shell/guard.tsx';
import { BeingBuilt } from './being-built.tsx';

export default function OrganizationsPage() {
  usePageTitle('Organizations');
  return (
    <Guard signedOut={{ title: 'Please sign in to view organizations' }}>
      {() => (
        <BeingBuilt title="Organizations">
          Here you will gather people and applications under one name, and invite others by e-mail.
        </BeingBuilt>
      )}
    </Guard>
  );
}
