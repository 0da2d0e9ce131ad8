import { Lock } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { Session, User } from '#shared/accounts.ts';
import { useSession } from '../features/accounts/session.ts';
import { useSignIn } from '../features/accounts/sign-in.tsx';
import { UploadForm } from '../features/uploads/upload-form.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { paths } from '../paths.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';

export default function UploadPage() {
  usePageTitle('Upload');
  const session = useSession();
  return (
    <div className="mx-auto max-w-form px-4 pt-8 md:pt-12">
      <Content session={session.data} failed={session.isError} onRetry={() => session.refetch()} />
    </div>
  );
}

interface ContentProps {
  session: Session | undefined;
  failed: boolean;
  onRetry: () => void;
}

function Content({ session, failed, onRetry }: ContentProps) {
  if (!session)
    return failed ? <ErrorState level={1} title="Failed to load user data" onRetry={onRetry} /> : <Waiting />;
  return session.user ? <SignedIn user={session.user} session={session} /> : <SignedOut />;
}

function SignedIn({ user, session }: { user: User; session: Session }) {
  const navigate = useNavigate();
  const openSignIn = useSignIn();
  return (
    <>
      <h1 className="text-32 font-semibold">Upload</h1>
      <p className="mt-2 mb-8 flex flex-wrap items-center gap-2 text-16 text-muted">
        Welcome, {user.username}
        {user.role === 'admin' && <Badge tone="accent">Admin User</Badge>}
      </p>
      <UploadForm
        key={user.id}
        userId={user.id}
        maxBytes={session.limits.maxUploadBytes}
        themes={session.themes}
        onSignIn={() => openSignIn()}
        onPublished={(app) => {
          toast('Application uploaded successfully!');
          navigate(paths.play(app.id));
        }}
      />
    </>
  );
}

function SignedOut() {
  const openSignIn = useSignIn();
  return (
    <EmptyState
      level={1}
      title="Authentication Required"
      picture={<Lock size={32} strokeWidth={1.5} aria-hidden="true" className="text-muted" />}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="primary" onClick={() => openSignIn({ returnTo: paths.upload() })}>
            Sign In
          </Button>
          <Button asChild>
            <Link to={paths.home()}>Back to Home</Link>
          </Button>
        </div>
      }
    >
      You must be logged in to upload applications.
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <Skeleton className="h-9 w-40" />
      <Skeleton className="h-36 rounded-picture" />
      <Skeleton className="h-9" />
      <Skeleton className="h-24" />
    </div>
  );
}
