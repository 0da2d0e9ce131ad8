import { TriangleAlert } from 'lucide-react';
import type { BuildReport } from '#shared/versions/versions.ts';
import { texts } from '../../i18n/en/play.ts';
import { formatStored } from '../../lib/format/sizes.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { List } from '../../ui/lists/list.tsx';
import { buildFacts, roleLabels } from './build-labels.ts';
import { FactGroup, Facts } from './details.tsx';

/** The inspection result, for users who may edit the application. */
export default function BuildReportCard({ build }: { build: BuildReport }) {
  return (
    <FactGroup title={texts.buildReport}>
      {build.warnings.length > 0 && <Warnings build={build} />}
      <Facts wide facts={[...buildFacts(build), [texts.unpacked, formatStored(build.totalBytes)]]} />
      {build.parts.length > 0 && <Parts build={build} />}
      <p className="mt-3 text-12 text-muted">{texts.onlyPeopleWhoCanEditThis}</p>
    </FactGroup>
  );
}

function Warnings({ build }: { build: BuildReport }) {
  return (
    <Panel tone="warning" className="mb-4">
      <List className="grid gap-2">
        {build.warnings.map((warning) => (
          <li key={`${warning.code} ${warning.message}`} className="flex gap-2">
            <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-1 shrink-0" />
            {warning.message}
          </li>
        ))}
      </List>
    </Panel>
  );
}

function Parts({ build }: { build: BuildReport }) {
  return (
    <table className="mt-4 w-full border-t border-line text-13 tabular-nums">
      <caption className="sr-only">{texts.partsOfTheBuildWithTheirSizes}</caption>
      <thead className="text-start text-12 text-muted">
        <tr>
          <th scope="col" className="py-2 font-normal">
            {texts.part}
          </th>
          <th scope="col" className="py-2 text-end font-normal">
            {texts.uploaded}
          </th>
          <th scope="col" className="py-2 text-end font-normal">
            {texts.unpacked}
          </th>
        </tr>
      </thead>
      <tbody>
        {build.parts.map((part) => (
          <tr key={part.path} title={part.path} className="border-t border-line">
            <th scope="row" className="py-1.5 text-start font-normal">
              {roleLabels[part.role]}
              {part.encoding !== 'identity' && (
                <span className="ms-2 text-12 text-muted">{part.encoding}</span>
              )}
              {part.damaged && <span className="ms-2 text-12 text-danger">{texts.damaged}</span>}
            </th>
            <td className="py-1.5 text-end font-mono text-12">
              <bdi>{formatStored(part.storedBytes)}</bdi>
            </td>
            <td className="py-1.5 text-end font-mono text-12">
              <bdi>{formatStored(part.bytes)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
