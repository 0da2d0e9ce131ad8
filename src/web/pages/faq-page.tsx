import { usePageTitle } from '../lib/use-page-title.ts';
import { BeingBuilt } from './being-built.tsx';

export default function FaqPage() {
  usePageTitle('FAQ');
  return (
    <BeingBuilt title="Frequently asked questions">
      Answers about getting started, your account, sharing, payments and themes will stand here.
    </BeingBuilt>
  );
}
