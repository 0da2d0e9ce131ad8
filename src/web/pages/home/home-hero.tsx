import { ArrowDown } from 'lucide-react';
import { Link } from 'react-router';
import { texts } from '../../i18n/en/pages/home-hero.ts';
import { Rich } from '../../i18n/rich.tsx';
import { galleryId, paths } from '../../paths.ts';
import { LightField } from '../../shell/light-field.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { HomeBlurbs } from './home-blurbs.tsx';
import { HomeFeatures } from './home-features.tsx';
import { HomeShowcase } from './home-showcase.tsx';

/** The first content for visitors: the claim, the screen with games, and the steps. */
export function HomeHero() {
  return (
    <>
      <section className="relative overflow-clip border-b border-line">
        <LightField />
        <div className="relative mx-auto grid max-w-content grid-cols-1 items-center gap-x-12 gap-y-10 px-4 py-12 md:px-6 md:py-16 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,34rem)_minmax(0,1fr)] xl:py-20">
          <Opening />
          <HomeShowcase />
        </div>
      </section>
      <HomeBlurbs />
      <HomeFeatures />
    </>
  );
}

function Opening() {
  const showGallery = () => {
    const heading = document.getElementById(galleryId);
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    heading?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <div className="relative z-10 grid gap-6">
      <h1 className="text-44 font-semibold max-[26rem]:text-32 xl:text-64">
        <Rich text={texts.yourUnityGameInAnyBrowser} with={{ br: <br /> }} />
      </h1>
      <p className="max-w-md text-16 text-muted xl:text-20 xl:tracking-normal">
        {texts.uploadAUnityWebBuildShareA}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button asChild variant="primary" size="large" className="max-sm:w-full">
          <Link to={paths.pricing()}>{texts.getStartedFree}</Link>
        </Button>
        <Button size="large" onClick={showGallery}>
          {texts.seePublicApps}
          <ArrowDown strokeWidth={1.75} aria-hidden="true" />
        </Button>
        <Button asChild variant="ghost" size="large">
          <Link to={paths.pricing()}>{texts.viewPricing}</Link>
        </Button>
      </div>
    </div>
  );
}
