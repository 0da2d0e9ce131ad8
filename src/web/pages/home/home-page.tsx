import { lazy } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../../features/accounts/session.ts';
import { useSignIn } from '../../features/accounts/sign-in.tsx';
import { Gallery } from '../../features/apps/gallery.tsx';
import { GalleryHeading } from '../../features/apps/gallery-heading.tsx';
import { texts } from '../../i18n/en/pages/home-page.ts';
import { useAnchor } from '../../lib/hooks/use-anchor.ts';
import { usePageTitle } from '../../lib/hooks/use-page-title.ts';
import { galleryId, paths } from '../../paths.ts';
import { BootSkeleton, useIsBooted } from '../../shell/boot-state.tsx';
import { SignInFirst } from '../../shell/sign-in-first.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { EmptyList } from '../apps/empty-list.tsx';
import { useCardDialogs } from './home-dialogs.tsx';
import { HomeHero } from './home-hero.tsx';

/** The parts for signed-in users. */
const SignedInHome = lazy(() => import('./signed-in-home.tsx'));

export default function HomePage() {
  const [search] = useSearchParams();
  const session = useSession();
  const settled = useIsBooted();
  const mine = search.get('filter') === 'my-apps';
  usePageTitle(mine ? texts.myApplications : texts.playUnityWebBuildsInAnyBrowser);
  if (session.isPending || !settled) return <BootSkeleton />;
  const user = session.data?.user;
  if (user) return <SignedInHome user={user} mine={mine} />;
  if (!mine) return <VisitorHome />;
  return (
    <SignInFirst title={texts.signInToSeeYourApplications}>
      <Button asChild>
        <Link to={paths.gallery()}>{texts.seePublicApps}</Link>
      </Button>
    </SignInFirst>
  );
}

function VisitorHome() {
  useAnchor(galleryId);
  const openSignIn = useSignIn();
  const navigate = useNavigate();
  const { actions, dialogs } = useCardDialogs();
  const upload = () => openSignIn({ returnTo: paths.upload(), onSuccess: () => navigate(paths.upload()) });
  return (
    <>
      <HomeHero />
      {/* As high as the window, so that a list that gets shorter does not scroll the page. Without any application that would be an empty screen. */}
      <div className="mx-auto min-h-lvh max-w-content px-4 pt-12 has-data-empty-list:min-h-0 md:px-6 print:min-h-0">
        <div className="border-b border-line">
          <GalleryHeading id={galleryId} />
        </div>
        <div className="mt-6">
          <Gallery
            actions={actions}
            empty={
              <EmptyList
                title={texts.noPublicApplicationsYet}
                text={texts.noPublicApplicationsText}
                action={
                  <div className="flex flex-wrap justify-center gap-3">
                    <Button variant="primary" onClick={upload}>
                      {texts.signUpToUpload}
                    </Button>
                    <Button asChild>
                      <Link to={paths.pricing()}>{texts.viewPricing}</Link>
                    </Button>
                  </div>
                }
              />
            }
          />
        </div>
      </div>
      {dialogs}
    </>
  );
}
