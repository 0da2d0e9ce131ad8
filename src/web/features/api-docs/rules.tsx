import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OpenApiDocument } from '#shared/openapi.ts';
import { paths } from '../../paths.ts';
import { texts } from '../../texts/en/api-docs.ts';
import { fill } from '../../texts/fill.ts';
import { Rich } from '../../texts/rich.tsx';
import { anchors } from './anchors.ts';

const Code = ({ children }: { children: ReactNode }) => (
  <code className="font-mono text-13 [overflow-wrap:anywhere] text-text">{children}</code>
);

/** What holds for every call. */
export function Rules({ document: { servers, components } }: { document: OpenApiDocument }) {
  const rules: [string, ReactNode][] = [
    [
      texts.whoIsAsking,
      <>
        {texts.signingInSetsTheCookie} <Code>{components.securitySchemes.session.name}</Code>
        {texts.andACallThatCarriesItIs}
      </>,
    ],
    [
      texts.changes,
      <>
        {texts.whatIsNotAGetComesFrom} <Code>{fill(texts.originUrl, { url: servers[0]?.url })}</Code>
        {texts.fieldsThatAreNotKnownHereAre}
      </>,
    ],
    [
      texts.lists,
      <>
        {texts.aLongListComesInPagesThe} <Code>{texts.link}</Code> {texts.namesTheNextOneWhereItIs}
      </>,
    ],
    [
      texts.whatWentWrong,
      <>
        {texts.isA} <Code>{texts.code}</Code> {texts.forProgramsAndAn} <Code>{texts.error}</Code>{' '}
        <Rich
          text={texts.forPeopleWithAStatusOf400}
          with={{
            link: (inside) => (
              <Link
                to={paths.api(anchors.errors)}
                className="text-text underline decoration-control underline-offset-4 hover:decoration-text"
              >
                {inside}
              </Link>
            ),
          }}
        />
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
