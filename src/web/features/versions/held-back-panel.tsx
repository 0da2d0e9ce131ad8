import { stopsOf } from '#shared/startable.ts';
import type { Version } from '#shared/versions.ts';
import { texts } from '../../i18n/en/versions.ts';
import { List } from '../../ui/list.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Why a version cannot start. */
export function HeldBackPanel({ version }: { version: Version }) {
  return (
    <Panel tone="danger" className="max-w-reading">
      <p className="font-medium">
        {version.isActive ? texts.thisVersionCannotStart : texts.thisVersionWasNotActivated}
      </p>
      <List className="mt-1 grid gap-1 wrap-anywhere">
        {stopsOf(version.build).map((message) => (
          <li key={message}>{message}</li>
        ))}
      </List>
    </Panel>
  );
}
