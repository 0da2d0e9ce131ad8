import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Section } from '#web/i18n/document.ts';

interface LegalSectionProps extends Section {
  number: number;
  /** How to render a text of the body. */
  children: (text: string) => ReactNode;
}

/** A numbered section; its heading links to itself. */
export function LegalSection({ number, slug, title, body, children }: LegalSectionProps) {
  return (
    <section aria-labelledby={slug} className="grid gap-3 pt-4 text-16 print:block print:space-y-2">
      <h2 id={slug} tabIndex={-1} className="text-20 font-semibold outline-none print:break-after-avoid">
        <Link to={{ hash: slug }} className="hover:underline hover:underline-offset-4">
          <span className="tabular-nums">{number}.</span> {title}
        </Link>
      </h2>
      {body.map((block) =>
        typeof block === 'string' ? (
          <p key={block}>{children(block)}</p>
        ) : (
          <ul key={block[0]} className="list-disc space-y-1.5 ps-5 marker:text-muted">
            {block.map((point) => (
              <li key={point}>{children(point)}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  );
}
