import { Link } from 'react-router';
import { usePageTitle } from '../lib/use-page-title.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

export default function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 px-4 py-24 text-center">
      <p className="font-mono text-14 text-muted">404</p>
      <h1 className="text-32 font-semibold">Nothing is showing here</h1>
      <p className="text-16 text-muted">
        This address leads to an empty seat. The link may be old, or mistyped.
      </p>
      <Button asChild variant="primary" className="mt-2">
        <Link to={paths.home()}>Back to Home</Link>
      </Button>
    </div>
  );
}
