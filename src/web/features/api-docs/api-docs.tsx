import { errorCatalogue } from '#shared/contract/errors.ts';
import type { OpenApiDocument, OpenApiMethod, OpenApiOperation } from '#shared/contract/openapi.ts';
import { texts } from '../../i18n/en/api-docs.ts';
import { useOpenFromUrl } from '../../lib/hooks/use-open-from-url.ts';
import { anchors } from './anchors.ts';
import { CallRow, type DescribedCall } from './call-row.tsx';
import { Contents } from './contents.tsx';
import { Rules } from './rules.tsx';
import { Errors, Headed, Types } from './sections.tsx';

/** The endpoints by noun, then their shared types and errors. */
export function ApiDocs({ document }: { document: OpenApiDocument }) {
  useOpenFromUrl(true);
  const calls = callsOf(document);
  const groups = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags[0] === name),
  }));
  const schemas = Object.entries(document.components.schemas);
  const entries = [
    ...groups.map(({ name, calls: { length } }) => ({
      anchor: anchors.noun(name),
      title: name,
      count: length,
    })),
    { anchor: anchors.types, title: texts.types, count: schemas.length },
    { anchor: anchors.errors, title: texts.errors, count: Object.keys(errorCatalogue).length },
  ];
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <Contents entries={entries} />
      <div className="grid grid-cols-1 gap-14">
        <Rules document={document} />
        {groups.map((group) => (
          <Headed key={group.name} anchor={anchors.noun(group.name)} title={group.name}>
            {group.calls.map((call) => (
              <CallRow key={call.operation.operationId} {...call} />
            ))}
          </Headed>
        ))}
        <Types schemas={schemas} />
        <Errors />
      </div>
    </div>
  );
}

function callsOf({ paths }: OpenApiDocument): DescribedCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    (Object.entries(methods) as [OpenApiMethod, OpenApiOperation][]).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  );
}
