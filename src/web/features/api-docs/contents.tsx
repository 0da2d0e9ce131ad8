import { Link } from 'react-router';
import { texts } from '../../i18n/en/api-docs.ts';
import { paths } from '../../paths.ts';
import { List } from '../../ui/lists/list.tsx';

export interface Entry {
  anchor: string;
  title: string;
  count: number;
}

/** The table of contents: beside the page if there is room, otherwise above it. */
export function Contents({ entries }: { entries: Entry[] }) {
  return (
    <nav aria-label={texts.onThisPage} className="lg:sticky lg:top-20 lg:self-start">
      <List className="flex flex-wrap gap-x-5 lg:grid lg:gap-1">
        {entries.map(({ anchor, title, count }) => (
          <li key={anchor}>
            <Link
              to={paths.api(anchor)}
              className="flex min-h-11 items-center justify-between gap-1.5 rounded-control text-muted hover:text-text lg:-mx-2 lg:min-h-8 lg:px-2 lg:hover:bg-raised"
            >
              {title}
              <span aria-hidden="true" className="text-12 tabular-nums">
                {count}
              </span>
            </Link>
          </li>
        ))}
      </List>
    </nav>
  );
}
