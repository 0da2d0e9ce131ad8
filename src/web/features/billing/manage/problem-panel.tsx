import { texts } from '#web/i18n/en/billing/manage.ts';
import { Panel } from '#web/ui/layout/panel.tsx';
import { PortalButton } from '../portal/portal-button.tsx';
import type { UpgradeProblem } from './upgrade-problem.ts';

/** The error, and its solution if a card is needed. */
export function ProblemPanel({ problem }: { problem: UpgradeProblem }) {
  return (
    <Panel tone="danger" role="alert" className="grid gap-3">
      {problem.text}
      {problem.isOfCard && <PortalButton>{texts.openBillingPortal}</PortalButton>}
    </Panel>
  );
}
