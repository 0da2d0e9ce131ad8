import { usePageTitle } from '../lib/use-page-title.ts';
import { Guard } from '../shell/guard.tsx';
import { BeingBuilt } from './being-built.tsx';

export default function AdminPage() {
  usePageTitle('Admin Dashboard');
  return (
    <Guard
      signedOut={{ title: 'Please sign in to access admin dashboard' }}
      notAdmin={{ title: 'Admin access required' }}
    >
      {() => (
        <BeingBuilt title="Admin Dashboard">
          Here you will look after users, organizations and applications.
        </BeingBuilt>
      )}
    </Guard>
  );
}
