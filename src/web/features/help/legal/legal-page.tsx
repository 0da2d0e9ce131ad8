import { use } from 'react';
import type { Session } from '#shared/accounts/accounts.ts';
import type { LegalText } from '#web/i18n/document.ts';
import { texts } from '#web/i18n/en/help/legal.ts';
import { Rich } from '#web/i18n/rich.tsx';
import { useOpenFromUrl } from '#web/lib/hooks/use-open-from-url.ts';
import { SsrEnvironmentContext, useIsHydrated } from '#web/lib/session/hydration.ts';
import { Panel } from '#web/ui/layout/panel.tsx';
import { Day } from '#web/ui/lists/day.tsx';
import { Contents, FoldedContents } from '../contents.tsx';
import { RichText } from '../rich-text.tsx';
import { fillPlaceholders } from '../text.ts';
import { valuesOf } from '../values.ts';
import { LegalSection } from './legal-section.tsx';

interface LegalPageProps {
  text: LegalText;
  session: Session | undefined;
}

/** A legal text as a readable, linkable and printable page. */
export function LegalPage({ text, session }: LegalPageProps) {
  useOpenFromUrl(true);
  const values = valuesOf(session);
  const supportEmail = session?.supportEmail;
  const { at } = use(SsrEnvironmentContext);
  const now = useIsHydrated() ? new Date() : new Date(at);
  return (
    <div className="mx-auto grid max-w-content grid-cols-1 gap-x-16 px-4 pt-8 pb-16 md:px-6 md:pt-12 lg:grid-cols-[15rem_minmax(0,1fr)] print:block print:p-0">
      <Contents entries={text.sections} numbered />
      <article className="grid max-w-reading grid-cols-1 gap-6 print:block print:max-w-none print:space-y-4">
        <div className="grid gap-2">
          <h1 className="text-32 font-semibold">{text.title}</h1>
          <p className="text-16 text-muted">{text.summary}</p>
          <p className="text-14 text-muted">
            <Rich
              text={texts.lastUpdatedNow}
              with={{
                now: <Day of={now.toISOString()} />,
              }}
            />
          </p>
        </div>
        <Box {...text.notice} tone="warning" />
        <FoldedContents entries={text.sections} numbered />
        {text.sections.map((section, place) => (
          <LegalSection key={section.slug} number={place + 1} {...section}>
            {(block) => <RichText supportEmail={supportEmail}>{fillPlaceholders(block, values)}</RichText>}
          </LegalSection>
        ))}
        <Box {...text.acceptance} tone="info" />
      </article>
    </div>
  );
}

function Box({ title, text, tone }: { title: string; text: string; tone: 'warning' | 'info' }) {
  return (
    <Panel tone={tone} role="note" aria-label={title} className="break-inside-avoid">
      <p className="text-16 font-semibold">{title}</p>
      <p className="mt-1 text-16">{text}</p>
    </Panel>
  );
}
