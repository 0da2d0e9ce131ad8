import { lazy } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../features/accounts/session.ts';
import { useSignIn } from '../features/accounts/sign-in.tsx';
import { Gallery } from '../features/apps/gallery.tsx';
import { GalleryHeading } from '../features/apps/gallery-heading.tsx';
import { useAnchor } from '../lib/use-anchor.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { galleryId, paths } from '../paths.ts';
import { Coming, useSettled } from '../shell/settled.tsx';
import { texts } from '../texts/en/pages/home-page.ts';
import { Button } from '../ui/button.tsx';
import { useCardDialogs } from './home-dialogs.tsx';
import { HomeHero } from './home-hero.tsx';
import { NothingYet } from './nothing-yet.tsx';

/** What visitors do not see. */
const SignedInHome = lazy(() => import('./signed-in-home.tsx'));

export default function HomePage() {
  const [search] = useSearchParams();
  const session = useSession();
  const settled = useSettled();
  const mine = search.get('filter') === 'my-apps';
  usePageTitle(mine ? texts.myApplications : texts.playUnityWebBuildsInAnyBrowser);
  if (session.isPending || !settled) return <Coming />;
  const user = session.data?.user;
  return user ? <SignedInHome user={user} mine={mine} /> : <VisitorHome mine={mine} />;
}

function VisitorHome({ mine }: { mine: boolean }) {
  useAnchor(galleryId);
  const openSignIn = useSignIn();
  const navigate = useNavigate();
  const { actions, dialogs } = useCardDialogs();
  const upload = () => openSignIn({ returnTo: paths.upload(), onSuccess: () => navigate(paths.upload()) });
  return (
    <>
      <HomeHero isAboveGallery={!mine} />
      {/* Who has come down to it sees nothing rise from below, however short the list turns out to be. */}
      <div className="mx-auto min-h-lvh max-w-content px-4 pt-12 md:px-6 print:min-h-0">
        <div className="border-b border-line">
          {mine ? (
            <h2 id={galleryId} tabIndex={-1} className="py-2 text-20 font-semibold outline-none">
              {texts.myApplications}
            </h2>
          ) : (
            <GalleryHeading id={galleryId} />
          )}
        </div>
        <div className="mt-6">
          {mine ? (
            <NothingYet
              title={texts.signInToSeeYourApplications}
              action={
                <Button variant="primary" onClick={() => openSignIn({ returnTo: paths.myApps() })}>
                  {texts.signIn}
                </Button>
              }
            />
          ) : (
            <Gallery
              actions={actions}
              empty={
                <NothingYet
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
          )}
        </div>
      </div>
      {dialogs}
    </>
  );
}
