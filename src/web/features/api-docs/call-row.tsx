import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import type { OpenApiMethod, OpenApiOperation } from '#shared/contract/openapi.ts';
import { anchors } from './anchors.ts';
import { CallDetails } from './call-details.tsx';
import { Prose } from './prose.tsx';

const methodTones: Record<OpenApiMethod, string> = {
  get: 'text-info',
  head: 'text-muted',
  options: 'text-muted',
  post: 'text-success',
  put: 'text-warning',
  patch: 'text-warning',
  delete: 'text-danger',
};

export interface DescribedCall {
  method: OpenApiMethod;
  path: string;
  operation: OpenApiOperation;
}

/** An endpoint in one line, which expands to its details. */
export function CallRow({ method, path, operation }: DescribedCall) {
  return (
    <details id={anchors.call(operation.operationId)} className="group/call border-b border-line">
      <summary className="grid min-h-11 cursor-pointer list-none grid-cols-[3.5rem_minmax(0,1fr)_1rem] items-baseline gap-x-2 gap-y-0.5 rounded-control py-3 hover:bg-raised md:-mx-3 md:grid-cols-[4rem_minmax(0,20rem)_minmax(0,1fr)_1rem] md:gap-x-4 md:px-3 [&::-webkit-details-marker]:hidden">
        <span
          className={`col-start-1 row-start-1 font-mono text-12 font-medium uppercase ${methodTones[method]}`}
        >
          {method}
        </span>
        <Path path={path} />
        <span className="col-start-2 row-start-2 text-13 text-muted md:col-start-3 md:row-start-1">
          <Prose>{operation.summary}</Prose>
        </span>
        <ChevronRight
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          className="col-start-3 row-start-1 self-center text-muted transition-transform group-open/call:rotate-90 rtl:group-open/call:-rotate-90 md:col-start-4"
        />
      </summary>
      <CallDetails operation={operation} />
    </details>
  );
}

/** It breaks after a slash rather than within a word. */
function Path({ path }: { path: string }) {
  const parts = path.split('/').slice(1);
  return (
    <code className="col-start-2 row-start-1 font-mono text-13 font-medium [overflow-wrap:anywhere]">
      {parts.map((part, index) => (
        <Fragment key={parts.slice(0, index + 1).join('/')}>
          <span className="text-muted">/</span>
          <wbr />
          <span className={part.startsWith('{') ? 'text-muted' : undefined}>{part}</span>
        </Fragment>
      ))}
    </code>
  );
}
