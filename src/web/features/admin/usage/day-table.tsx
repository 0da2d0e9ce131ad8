import { texts } from '#web/i18n/en/admin/usage.ts';
import { format } from '#web/i18n/format.ts';
import { ScrollRegion } from '#web/ui/lists/scroll-region.tsx';
import { type DayValue, dayInWords } from './days.ts';

interface DayTableProps {
  title: string;
  days: readonly DayValue[];
  inWords: (value: number | null) => string;
}

/** The data of a chart as a table, newest day first. */
export function DayTable({ title, days, inWords }: DayTableProps) {
  return (
    <ScrollRegion label={format(texts.titleDayByDay, { title })} on="page" className="mt-3 h-43">
      <table className="w-full text-13 tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map(({ day, value }) => (
            <tr key={day} className="border-b border-line last:border-0">
              <th scope="row" className="py-1 text-start font-normal text-muted">
                {dayInWords(day)}
              </th>
              <td className="py-1 pe-2 text-end">{inWords(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
