import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

/** The way out of a page that has nothing to show. */
export function BackToHome() {
  return (
    <Button asChild>
      <Link to={paths.home()}>Back to Home</Link>
    </Button>
  );
}
