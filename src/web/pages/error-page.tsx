import { usePageTitle } from '../lib/use-page-title.ts';
import { paths } from '../paths.ts';
import { texts } from '../texts/en/pages/error-page.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/states.tsx';

/** Stands in for a page that broke while it was drawn. Its links load the site anew. */
export function ErrorPage() {
  usePageTitle(texts.somethingWentWrong);
  return (
    <ErrorState
      level={1}
      title={texts.somethingWentWrong}
      onRetry={() => window.location.reload()}
      action={
        <Button asChild variant="ghost">
          <a href={paths.home()}>Back to Home</a>
        </Button>
      }
    >
      {texts.thisPageStoppedWorkingNothingYou}
    </ErrorState>
  );
}
