import { usePageTitle } from '../lib/use-page-title.ts';
import { BeingBuilt } from './being-built.tsx';

export default function TermsPage() {
  usePageTitle('Terms');
  return (
    <BeingBuilt title="Terms of Service">
      The rules of this place, for creators and players, will stand here.
    </BeingBuilt>
  );
}
