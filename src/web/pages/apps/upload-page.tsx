import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Session, User } from '#shared/accounts/accounts.ts';
import { appLimitProblem } from '#shared/billing/limits.ts';
import { useMissingPlanRedirect, useUploadLimit } from '../../features/billing/use-upload-limit.tsx';
import { rememberOrganization } from '../../features/orgs/choice/last-organization.ts';
import { UploadOrganization } from '../../features/orgs/choice/upload-organization.tsx';
import { CreateDialog } from '../../features/orgs/edit/lazy-create-dialog.tsx';
import { UploadForm } from '../../features/uploads/upload-form.tsx';
import { texts } from '../../i18n/en/pages/upload-page.ts';
import { Rich } from '../../i18n/rich.tsx';
import { useAppCount } from '../../lib/hooks/use-app-count.ts';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';
import { paths } from '../../paths.ts';
import { Guard } from '../../shell/guard.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { PageHead, PageHeadSkeleton } from '../../ui/layout/page-head.tsx';
import { LoadingRegion } from '../../ui/loading/loading-region.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { toast } from '../../ui/loading/toast.tsx';

export default function UploadPage() {
  usePageTitle(texts.upload);
  return (
    <Guard
      signedOut={{
        title: texts.authenticationRequired,
        text: texts.youMustBeLoggedInToUpload,
      }}
      waiting={<PageSkeleton />}
    >
      {(user, session) => <Upload user={user} session={session} />}
    </Guard>
  );
}

function Upload({ user, session }: { user: User; session: Session }) {
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const count = useAppCount();
  const limit = useUploadLimit(user.id, (plan) =>
    count === undefined ? null : appLimitProblem(plan, count),
  );
  const wantPlan = useMissingPlanRedirect(user.id);
  return (
    <div className="mx-auto max-w-form px-4 pt-8 md:pt-12">
      <PageHead
        title={texts.upload}
        text={
          <span className="flex flex-wrap items-center gap-2">
            <span className="min-w-0">
              <Rich text={texts.welcomeUsername} with={{ username: <bdi>{user.username}</bdi> }} />
            </span>
            {user.role === 'admin' && <Badge tone="accent">{texts.adminUser}</Badge>}
          </span>
        }
      />
      <UploadForm
        key={user.id}
        userId={user.id}
        accepts={session.limits}
        themes={session.themes}
        limit={limit}
        organization={(field) => (
          <UploadOrganization userId={user.id} field={field} onCreate={() => setCreating(true)} />
        )}
        onNoPlan={wantPlan}
        onPublished={(app, isHere) => {
          rememberOrganization(user.id, app.organizationId);
          toast(texts.applicationUploadedSuccessfully);
          if (isHere) navigate(paths.play(app.id));
        }}
      />
      {/* Outside of the form: its inputs would otherwise belong to the form. */}
      {creating && <CreateDialog first onClose={() => setCreating(false)} />}
    </div>
  );
}

/** In the shape of the content: each field below its label. */
function PageSkeleton() {
  return (
    <LoadingRegion label={texts.loading} isPage className="mx-auto max-w-form px-4 pt-8 md:pt-12">
      <PageHeadSkeleton />
      <div className="grid gap-6">
        {['h-36 rounded-picture', 'h-11 md:h-9', 'h-24', 'h-11 md:h-9', 'h-60 rounded-picture'].map(
          (shape, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
            <div key={index} className="grid gap-1.5">
              <Skeleton className="my-1 h-3.5 w-24" />
              <Skeleton className={shape} />
            </div>
          ),
        )}
      </div>
    </LoadingRegion>
  );
}
