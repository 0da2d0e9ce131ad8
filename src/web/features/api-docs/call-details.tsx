import { Link2 } from 'lucide-react';
import { Link } from 'react-router';
import { type ErrorCode, errorCatalogue } from '#shared/contract/errors.ts';
import type { OpenApiAnswer, OpenApiOperation, OpenApiParameter } from '#shared/contract/openapi.ts';
import { texts } from '../../i18n/en/api-docs.ts';
import { anyOf } from '../../lib/session/lists.ts';
import { paths } from '../../paths.ts';
import { List } from '../../ui/lists/list.tsx';
import { anchors } from './anchors.ts';
import { CodeBlock } from './code-block.tsx';
import { FieldList, SchemaFields } from './field-list.tsx';
import { Part } from './part.tsx';
import { Prose } from './prose.tsx';

/** All that is known of a call: what it takes on the left where there is room, an example on the right. */
export function CallDetails({ operation }: { operation: OpenApiOperation }) {
  const { parameters = [], requestBody, operationId } = operation;
  const [example] = operation['x-codeSamples'];
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 pt-2 pb-10 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid grid-cols-1 content-start gap-6">
        <p className="flex flex-wrap items-center gap-x-4 text-13">
          <span>{accessText(operation)}</span>
          <Link
            to={paths.api(anchors.call(operationId))}
            className="flex min-h-11 items-center gap-1.5 text-muted hover:text-text md:min-h-0"
          >
            <Link2 size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="font-mono text-12">{operationId}</span>
          </Link>
        </p>
        <Parameters title={texts.path} parameters={parameters.filter((each) => each.in === 'path')} />
        <Parameters title={texts.query} parameters={parameters.filter((each) => each.in === 'query')} />
        <Parameters title={texts.headers} parameters={parameters.filter((each) => each.in === 'header')} />
        {requestBody && <Body content={requestBody.content} />}
        {Object.entries(operation.responses).map(
          ([status, answer]) =>
            Number(status) < 400 &&
            'description' in answer && <Answer key={status} status={status} answer={answer} />,
        )}
      </div>
      <div className="grid grid-cols-1 content-start gap-6">
        <Part title={texts.example}>
          <CodeBlock source={example.source} label={texts.copyTheExample} />
        </Part>
        <OwnErrors codes={operation['x-own-errors']} />
      </div>
    </div>
  );
}

function accessText({ security }: OpenApiOperation): string {
  if (security.some(({ session }) => session === undefined)) return texts.anyone;
  return security.some(({ session }) => session?.includes('admin'))
    ? texts.administrators
    : texts.signedInUsers;
}

function Parameters({ title, parameters }: { title: string; parameters: readonly OpenApiParameter[] }) {
  if (parameters.length === 0) return null;
  const fields = parameters.map(({ name, description, required, schema }) => ({
    name,
    required,
    schema: description === undefined ? schema : { ...schema, description },
  }));
  return (
    <Part title={title}>
      {/* Without one of these there is no such address. */}
      <FieldList fields={fields} sent={title !== texts.path} />
    </Part>
  );
}

/** Where it may be sent as a form or as JSON, the form says more: it has the files. */
function Body({ content }: Pick<NonNullable<OpenApiOperation['requestBody']>, 'content'>) {
  const types = Object.keys(content);
  const schema = content[types[0] ?? '']?.schema;
  return schema ? (
    <Part title={texts.body} note={anyOf(types)}>
      <SchemaFields schema={schema} sent />
    </Part>
  ) : null;
}

function Answer({ status, answer }: { status: string; answer: OpenApiAnswer }) {
  const [[type, content] = []] = Object.entries(answer.content ?? {});
  const headers = Object.entries(answer.headers ?? {}).map(([name, { description, schema }]) => ({
    name,
    schema: { ...schema, description },
    required: false,
  }));
  const isJson = type === 'application/json';
  return (
    <Part title={texts.response} note={type && !isJson ? `${status} ${type}` : status}>
      <div className="grid gap-3">
        {isJson && content ? (
          <SchemaFields schema={content.schema} />
        ) : (
          <p className="text-13 text-muted">
            <Prose>{answer.description}</Prose>.
          </p>
        )}
        {headers.length > 0 && <FieldList fields={headers} />}
      </div>
    </Part>
  );
}

function OwnErrors({ codes }: { codes: ErrorCode[] }) {
  return (
    <Part title={texts.errors}>
      <List className="grid gap-2 text-13">
        {codes.map((code) => (
          <li key={code}>
            <span className="font-mono text-12">
              {errorCatalogue[code].status} {code}
            </span>
            <span className="block text-muted">{errorCatalogue[code].message}</span>
          </li>
        ))}
      </List>
      <Link
        to={paths.api(anchors.errors)}
        className="mt-2 inline-flex min-h-11 items-center text-13 text-muted underline decoration-control underline-offset-4 hover:text-text md:min-h-0"
      >
        {codes.length > 0 ? texts.andTheCommonErrors : texts.commonErrors}
      </Link>
    </Part>
  );
}
