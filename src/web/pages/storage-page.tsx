import { usePageTitle } from '../lib/use-page-title.ts';
import { Guard } from '../shell/guard.tsx';
import { BeingBuilt } from './being-built.tsx';

const refusal = {
  title: 'Admin access required',
  text: 'Only administrators can configure storage settings.',
};

export default function StoragePage() {
  usePageTitle('Storage Configuration');
  return (
    <Guard signedOut={refusal} notAdmin={refusal}>
      {() => (
        <BeingBuilt title="Storage Configuration">
          Here you will manage cloud storage providers for application uploads.
        </BeingBuilt>
      )}
    </Guard>
  );
}
