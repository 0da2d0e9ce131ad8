import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { texts } from '../texts/en/pages/back-to-home.ts';
import { Button } from '../ui/button.tsx';

/** The way out of a page that has nothing to show. */
export function BackToHome() {
  return (
    <Button asChild>
      <Link to={paths.home()}>{texts.backToHome}</Link>
    </Button>
  );
}
