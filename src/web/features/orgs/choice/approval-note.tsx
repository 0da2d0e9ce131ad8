import { Clock } from 'lucide-react';
import type { Organization } from '#shared/orgs/orgs.ts';
import { texts } from '#web/i18n/en/orgs/choice.ts';
import { format } from '#web/i18n/format.ts';
import { Panel } from '#web/ui/layout/panel.tsx';

/** Shown before an application moves to an organization that requires approval. */
export function ApprovalNote({ organization }: { organization: Organization | undefined }) {
  if (!organization?.settings.requireApproval || organization.can.approve) return null;
  return (
    <Panel tone="info" className="flex gap-3">
      <Clock size={20} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <p className="min-w-0 wrap-anywhere">
        {format(texts.nameRequiresApprovalThe, { name: organization.name })}
      </p>
    </Panel>
  );
}
