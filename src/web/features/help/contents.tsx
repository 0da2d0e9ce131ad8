import { Link } from 'react-router';
import { texts } from '../../i18n/en/help.ts';
import { OrderedList } from '../../ui/lists/list.tsx';

interface ContentsProps {
  entries: readonly { slug: string; title: string }[];
  /** Whether the sections are numbered. */
  numbered?: boolean;
}

/** The table of contents, beside the page if there is room. */
export function Contents({ entries, numbered = false }: ContentsProps) {
  return (
    <nav
      aria-label={texts.onThisPage}
      className="-ms-4 hidden max-h-[calc(100dvh-6rem)] overflow-y-auto ps-2 pe-1 lg:sticky lg:top-20 lg:block lg:self-start"
    >
      <Entries entries={entries} numbered={numbered} />
    </nav>
  );
}

/** The same before the text, without room beside it. */
export function FoldedContents({ entries, numbered = false }: ContentsProps) {
  return (
    <details className="rounded-control border border-line bg-surface px-4 lg:hidden print:hidden">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium">{texts.contents}</summary>
      <nav aria-label={texts.contents} className="border-t border-line py-2">
        <Entries entries={entries} numbered={numbered} />
      </nav>
    </details>
  );
}

function Entries({ entries, numbered }: Required<ContentsProps>) {
  return (
    <OrderedList className="grid lg:gap-0.5">
      {entries.map(({ slug, title }, place) => (
        <li key={slug}>
          <Link
            to={{ hash: slug }}
            className="flex min-h-11 items-baseline gap-2 rounded-control py-2.5 text-muted hover:text-text lg:min-h-8 lg:px-2 lg:py-1.5 lg:hover:bg-raised"
          >
            {numbered && <span className="w-5 shrink-0 text-end tabular-nums">{place + 1}.</span>}
            {title}
          </Link>
        </li>
      ))}
    </OrderedList>
  );
}
