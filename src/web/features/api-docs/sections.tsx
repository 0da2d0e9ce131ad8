import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ErrorCode, errorCatalogue } from '#shared/contract/errors.ts';
import type { JsonSchema } from '#shared/contract/openapi.ts';
import { texts } from '../../i18n/en/api-docs.ts';
import { anchors } from './anchors.ts';
import { FieldList } from './field-list.tsx';
import { fieldsOf } from './schema.ts';

interface HeadedProps {
  anchor: string;
  title: string;
  children: ReactNode;
}

/** A section of the page with its own address. */
export function Headed({ anchor, title, children }: HeadedProps) {
  return (
    <section aria-labelledby={anchor}>
      <h2 id={anchor} className="border-b border-line pb-3 text-20 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The types of responses. */
export function Types({ schemas }: { schemas: [string, JsonSchema][] }) {
  return (
    <Headed anchor={anchors.types} title={texts.types}>
      {schemas.map(([name, schema]) => (
        <details key={name} id={anchors.type(name)} className="group/type border-b border-line">
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between rounded-control hover:bg-raised md:-mx-3 md:px-3 [&::-webkit-details-marker]:hidden">
            <span className="font-mono text-13 font-medium">{name}</span>
            <ChevronRight
              size={16}
              strokeWidth={1.75}
              aria-hidden="true"
              className="text-muted transition-transform group-open/type:rotate-90 rtl:group-open/type:-rotate-90"
            />
          </summary>
          <div className="pt-2 pb-8">
            <FieldList fields={fieldsOf(schema)} />
          </div>
        </details>
      ))}
    </Headed>
  );
}

const codes = Object.keys(errorCatalogue) as ErrorCode[];

/** All error codes. */
export function Errors() {
  return (
    <Headed anchor={anchors.errors} title={texts.errors}>
      <dl className="divide-y divide-line">
        {codes.map((code) => (
          <div key={code} className="grid gap-x-4 py-2.5 md:grid-cols-[20rem_minmax(0,1fr)]">
            <dt className="flex gap-4 font-mono text-13">
              <span className="text-muted">{errorCatalogue[code].status}</span>
              {code}
            </dt>
            <dd className="text-13 text-muted">{errorCatalogue[code].message}</dd>
          </div>
        ))}
      </dl>
    </Headed>
  );
}
