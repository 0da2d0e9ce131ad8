import { ArrowRight } from 'lucide-react';
import type { AuditEntry } from '#shared/admin/admin.ts';
import { texts } from '#web/i18n/en/admin/audit-log.ts';
import { List } from '#web/ui/lists/list.tsx';
import { type DisplayedValue, differences, subjectOf } from './differences.ts';

/** The values before and after, side by side. Screen readers read them in order. */
export function Change({ entry: { before, after, names, reason } }: { entry: AuditEntry }) {
  const changed = differences(before, after, names);
  const subject = subjectOf(before, after, names);
  return (
    <div className="grid gap-1">
      {subject && (
        <p className="wrap-anywhere">
          <span className="text-muted">{texts.user} </span>
          <Side said={subject} />
        </p>
      )}
      {changed.length > 0 && (
        <List className="grid gap-1">
          {changed.map((each) => (
            <li key={each.name} className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-muted">{each.name}</span>
              <span className="min-w-0 wrap-anywhere">
                {each.before !== null && (
                  <>
                    <span className="sr-only">{texts.changedFrom} </span>
                    <del className="rounded-control bg-danger-quiet px-1 text-danger decoration-from-font">
                      <Side said={each.before} />
                    </del>
                  </>
                )}
                {each.before !== null && each.after !== null && (
                  <ArrowRight size={12} aria-hidden="true" className="mx-1.5 inline-block text-muted" />
                )}
                {each.after !== null && (
                  <>
                    <span className="sr-only">{texts.changedTo} </span>
                    <ins className="rounded-control bg-success-quiet px-1 text-success no-underline">
                      <Side said={each.after} />
                    </ins>
                  </>
                )}
              </span>
            </li>
          ))}
        </List>
      )}
      {reason !== null && reason !== '' && (
        <p className="whitespace-pre-line wrap-anywhere">
          <span className="text-muted">{texts.reason} </span>
          <bdi>{reason}</bdi>
        </p>
      )}
    </div>
  );
}

/** The id is available in addition to the name. */
function Side({ said: { text, id } }: { said: DisplayedValue }) {
  return <bdi title={id !== text ? id : undefined}>{text}</bdi>;
}
