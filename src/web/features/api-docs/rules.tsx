import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OpenApiDocument } from '#shared/contract/openapi.ts';
import { texts } from '../../i18n/en/api-docs.ts';
import { Rich } from '../../i18n/rich.tsx';
import { paths } from '../../paths.ts';
import { anchors } from './anchors.ts';

const Code = ({ children }: { children: ReactNode }) => (
  <code className="font-mono text-13 [overflow-wrap:anywhere] text-text">{children}</code>
);

/** Rules for every endpoint. */
export function Rules({ document: { servers, components } }: { document: OpenApiDocument }) {
  const rules: [string, ReactNode][] = [
    [
      texts.authentication,
      <Rich
        key="cookie"
        text={texts.sessionCookieAuthenticates}
        with={{ cookie: <Code>{components.securitySchemes.session.name}</Code> }}
      />,
    ],
    [
      texts.writing,
      <Rich
        key="origin"
        text={texts.requestsOtherThanGet}
        with={{ origin: <Code>{`Origin: ${servers[0]?.url}`}</Code> }}
      />,
    ],
    [
      texts.pagination,
      <Rich key="link" text={texts.longListsHavePages} with={{ header: <Code>Link</Code> }} />,
    ],
    [
      texts.errorsTerm,
      <Rich
        key="errors"
        text={texts.errorsHaveCodes}
        with={{
          code: <Code>code</Code>,
          error: <Code>error</Code>,
          link: (inside) => (
            <Link
              to={paths.api(anchors.errors)}
              className="text-text underline decoration-control underline-offset-4 hover:decoration-text"
            >
              {inside}
            </Link>
          ),
        }}
      />,
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
