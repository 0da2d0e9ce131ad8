import { Download, Play } from 'lucide-react';
import { Link } from 'react-router';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { texts } from '#web/i18n/en/apps/card.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';

interface MainLinkProps {
  app: ApplicationCard;
  primary?: boolean;
  className?: string;
}

/** The main action: to play, or, while offline, to download versions. */
export function MainLink({ app, primary, className }: MainLinkProps) {
  const [Icon, label, to] = app.can.play
    ? ([Play, texts.play, paths.play(app.id)] as const)
    : ([Download, texts.download, paths.versions(app.id)] as const);
  return (
    <Button asChild variant={primary ? 'primary' : undefined} className={className}>
      <Link to={to} aria-label={`${label} ${app.name}`}>
        <Icon aria-hidden="true" className={app.can.play ? 'fill-current' : undefined} strokeWidth={1.75} />
        {label}
      </Link>
    </Button>
  );
}
