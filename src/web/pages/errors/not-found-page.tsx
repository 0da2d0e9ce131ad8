import { Link } from 'react-router';
import { texts } from '../../i18n/en/pages/not-found-page.ts';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/forms/button.tsx';

export default function NotFoundPage() {
  usePageTitle(texts.pageNotFound);
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 px-4 py-24 text-center">
      <p className="font-mono text-14 text-muted">404</p>
      <h1 className="text-32 font-semibold">{texts.thereIsNothingHere}</h1>
      <p className="text-16 text-muted">{texts.noPageHasThisAddress}</p>
      <Button asChild variant="primary" className="mt-2">
        <Link to={paths.home()}>{texts.backToHome}</Link>
      </Button>
    </div>
  );
}
