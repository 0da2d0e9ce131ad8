import { Link } from 'react-router';
import { texts } from '../../i18n/en/pages/back-to-home.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/forms/button.tsx';

/** The link out of a page without content. */
export function BackToHome() {
  return (
    <Button asChild>
      <Link to={paths.home()}>{texts.backToHome}</Link>
    </Button>
  );
}
