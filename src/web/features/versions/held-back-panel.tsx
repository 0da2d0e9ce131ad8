import { startBlockers } from '#shared/versions/startable.ts';
import type { Version } from '#shared/versions/versions.ts';
import { texts } from '../../i18n/en/versions.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { List } from '../../ui/lists/list.tsx';

/** Why a version cannot start. */
export function HeldBackPanel({ version }: { version: Version }) {
  return (
    <Panel tone="danger" className="max-w-reading">
      <p className="font-medium">
        {version.isActive ? texts.thisVersionCannotStart : texts.thisVersionWasNotActivated}
      </p>
      <List className="mt-1 grid gap-1 wrap-anywhere">
        {startBlockers(version.build).map((message) => (
          <li key={message}>{message}</li>
        ))}
      </List>
    </Panel>
  );
}
