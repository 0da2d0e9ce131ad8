import { usePageTitle } from '../lib/use-page-title.ts';
import { Guard } from '../shell/guard.tsx';
import { BeingBuilt } from './being-built.tsx';

export default function UpdatePage() {
  usePageTitle('Update');
  return (
    <Guard signedOut={{ title: 'Please log in to update applications.' }}>
      {() => (
        <BeingBuilt title="Update an application">
          Here you will publish new versions, roll back and edit details. The API does all of it today.
        </BeingBuilt>
      )}
    </Guard>
  );
}
