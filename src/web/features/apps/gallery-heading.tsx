import { texts } from '../../i18n/en/apps.ts';
import { useGalleryFilters } from './list/filters.ts';
import { countText, useApplicationCount } from './list/use-applications.ts';

/** The heading of the list, with the number of applications. */
export function GalleryHeading({ id }: { id: string }) {
  const { filters } = useGalleryFilters();
  const count = useApplicationCount(filters).data;
  return (
    <h2 id={id} tabIndex={-1} className="py-2 text-20 font-semibold outline-none">
      {texts.availableApplications}
      {count && (
        <>
          {' '}
          <span className="font-normal text-muted tabular-nums">({countText(count)})</span>
        </>
      )}
    </h2>
  );
}
