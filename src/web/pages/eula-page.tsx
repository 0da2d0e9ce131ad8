import { usePageTitle } from '../lib/use-page-title.ts';
import { BeingBuilt } from './being-built.tsx';

export default function EulaPage() {
  usePageTitle('EULA');
  return (
    <BeingBuilt title="End User License Agreement">
      What you may do with Flux, and what Flux may do with what you upload, will stand here.
    </BeingBuilt>
  );
}
