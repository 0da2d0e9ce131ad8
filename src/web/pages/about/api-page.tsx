import { openApiPath } from '#shared/contract/openapi.ts';
import { messageOf } from '../../api.ts';
import { ApiDocs } from '../../features/api-docs/api-docs.tsx';
import { useDocument } from '../../features/api-docs/use-document.ts';
import { texts } from '../../i18n/en/pages/api-page.ts';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';
import { Button } from '../../ui/forms/button.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';

export default function ApiPage() {
  usePageTitle(texts.api);
  const { data, error, refetch } = useDocument();
  return (
    <div className="mx-auto max-w-content px-4 pt-8 pb-16 md:px-6 md:pt-12">
      <PageHead title={texts.api} text={texts.everythingInTheUi}>
        <Button asChild>
          <a href={openApiPath}>OpenAPI 3.1</a>
        </Button>
      </PageHead>
      {data && <ApiDocs document={data} />}
      {error && !data && (
        <ErrorState title={texts.failedToLoadTheDescription} onRetry={() => void refetch()} level={2}>
          {messageOf(error)}
        </ErrorState>
      )}
      {!data && !error && <DocsSkeleton />}
    </div>
  );
}

function DocsSkeleton() {
  return (
    <LoadingRegion label={texts.loadingTheAPIDescription} className="grid gap-4 lg:ps-56">
      <Skeleton className="h-28" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <Skeleton key={row} className="h-11" />
      ))}
    </LoadingRegion>
  );
}
