import type { JsonSchema } from '#shared/contract/openapi.ts';
import { texts } from '../../i18n/en/api-docs.ts';
import { Rich } from '../../i18n/rich.tsx';
import { List } from '../../ui/lists/list.tsx';
import { Prose } from './prose.tsx';
import { constraintsOf, type FieldFacts, fieldsOf, isIgnored } from './schema.ts';
import { TypeName } from './type-name.tsx';

/** The fields of an input or output, with nested fields. */
export function FieldList({ fields, sent }: { fields: FieldFacts[]; sent?: boolean }) {
  const shown = sent ? fields.filter(({ schema }) => !isIgnored(schema)) : fields;
  const ignored = fields.filter((field) => !shown.includes(field));
  return (
    <>
      <List className="grid gap-3">
        {shown.map((field) => (
          <Field key={field.name} field={field} sent={sent} />
        ))}
      </List>
      {ignored.length > 0 && (
        <p className="mt-3 text-13 text-muted">
          <Rich
            text={texts.acceptedAndIgnoredBecauseThe}
            with={{
              ignored: (
                <span className="font-mono text-12 wrap-anywhere">
                  {ignored.map(({ name }) => name).join(', ')}
                </span>
              ),
            }}
          />
        </p>
      )}
    </>
  );
}

function Field({ field: { name, schema, required }, sent }: { field: FieldFacts; sent?: boolean }) {
  const inner = fieldsOf(schema);
  const notes = constraintsOf(schema);
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <code className="font-mono text-13 font-medium break-all">{name}</code>
        <TypeName schema={schema} />
        {sent && required && <span className="text-12 text-warning">{texts.required}</span>}
      </p>
      {notes.length > 0 && (
        <p className="text-13 wrap-anywhere text-muted">
          <Prose>{notes.join('. ')}</Prose>.
        </p>
      )}
      {inner.length > 0 && (
        <div className="mt-2 border-s border-line ps-4">
          <FieldList fields={inner} sent={sent} />
        </div>
      )}
    </li>
  );
}

/** A whole body or response: its type and its fields. */
export function SchemaFields({ schema, sent }: { schema: JsonSchema; sent?: boolean }) {
  const shapes = schema.oneOf ?? [schema];
  return (
    <div className="grid gap-4">
      {shapes.map((shape, index) => (
        <div key={JSON.stringify(shape)}>
          {index > 0 && <p className="mb-3 text-13 text-muted">{texts.or}</p>}
          {fieldsOf(shape).length > 0 && shape.type !== 'array' ? (
            <FieldList fields={fieldsOf(shape)} sent={sent} />
          ) : (
            <>
              <TypeName schema={shape} />
              <FieldList fields={fieldsOf(shape)} sent={sent} />
            </>
          )}
        </div>
      ))}
    </div>
  );
}
