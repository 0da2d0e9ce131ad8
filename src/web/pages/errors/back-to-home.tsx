import { Link } from 'react-router';
import { texts } from '../../i18n/en/pages/back-to-home.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/forms/button.tsx';

/** The way out of a page that has nothing to show. */
export function BackToHome() {
  return (
    <Button asChild>
      <Link to={paths.home()}>{texts.backToHome}</Link>
    </Button>
  );
}
