import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OpenApiDocument } from '#shared/openapi.ts';
import { paths } from '../../paths.ts';
import { anchors } from './anchors.ts';

const Code = ({ children }: { children: ReactNode }) => (
  <code className="font-mono text-13 [overflow-wrap:anywhere] text-text">{children}</code>
);

/** What holds for every call. */
export function Rules({ document: { servers, components } }: { document: OpenApiDocument }) {
  const rules: [string, ReactNode][] = [
    [
      'Who is asking',
      <>
        Signing in sets the cookie <Code>{components.securitySchemes.session.name}</Code>, and a call that
        carries it is that person’s. A program borrows the one of a browser.
      </>,
    ],
    [
      'Changes',
      <>
        What is not a GET comes from Flux itself: it carries <Code>Origin: {servers[0]?.url}</Code>. Fields
        that are not known here are refused.
      </>,
    ],
    [
      'Lists',
      <>
        A long list comes in pages. The header <Code>Link</Code> names the next one; where it is missing,
        there is none.
      </>,
    ],
    [
      'What went wrong',
      <>
        is a <Code>code</Code> for programs and an <Code>error</Code> for people, with a status of 400 or
        above.{' '}
        <Link
          to={paths.api(anchors.errors)}
          className="text-text underline decoration-control underline-offset-4 hover:decoration-text"
        >
          All codes
        </Link>
      </>,
    ],
  ];
  return (
    <dl className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
      {rules.map(([title, text]) => (
        <div key={title}>
          <dt className="font-semibold">{title}</dt>
          <dd className="mt-0.5 text-14 text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
