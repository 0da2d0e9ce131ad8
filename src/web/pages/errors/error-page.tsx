import { texts } from '../../i18n/en/pages/error-page.ts';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';
import { isScriptLoadError } from '../../lib/session/script-load-errors.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';

/** Replaces a page that failed to render or to load its script. Its links reload the site. */
export function ErrorPage({ thrown }: { thrown: unknown }) {
  const isMissing = isScriptLoadError(thrown);
  const title = isMissing ? texts.thisPageCouldNotBeLoaded : texts.somethingWentWrong;
  usePageTitle(title);
  return (
    <ErrorState
      level={1}
      title={title}
      onRetry={() => window.location.reload()}
      action={
        <Button asChild>
          <a href={paths.home()}>{texts.backToHome}</a>
        </Button>
      }
    >
      {isMissing ? texts.partOfThePageDidNotLoadCheckYour : texts.thisPageStoppedWorkingNothingYou}
    </ErrorState>
  );
}
