import { ArrowDown, Globe, ShieldCheck, Zap } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { LightField } from '../shell/light-field.tsx';
import { Button } from '../ui/button.tsx';
import { GeneratedPicture } from '../ui/generated-picture.tsx';

const blurbs = [
  {
    icon: Zap,
    title: 'Fast deployment',
    text: 'Drop the zip that Unity exported. It is checked, published and playable in seconds, with one link to share.',
  },
  {
    icon: Globe,
    title: 'Universal compatibility',
    text: 'Every Unity generation and any template: gzip, brotli or plain. The right headers come by themselves.',
  },
  {
    icon: ShieldCheck,
    title: 'Security',
    text: 'Each game plays on an origin of its own, sealed off from your account and from every other game.',
  },
];

const reel = ['reel 25', 'reel 5', 'reel 41'];

/** What a visitor meets first. */
export function HomeHero({ galleryId }: { galleryId: string }) {
  const showGallery = () => {
    const heading = document.getElementById(galleryId);
    heading?.scrollIntoView({ behavior: 'smooth' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <section className="relative overflow-clip border-b border-line">
      <LightField />
      <div className="relative mx-auto grid max-w-content items-center gap-10 px-4 py-14 md:px-6 md:py-20 lg:grid-cols-[1fr_26rem] lg:gap-16">
        <div className="grid gap-6">
          <h1 className="text-32 font-semibold md:text-44">
            Lights down.
            <br />
            Your game is on.
          </h1>
          <p className="max-w-md text-16 text-muted">
            Upload a Unity web build, share a link, and anyone with a browser is in the front row. No player
            to install, no server to set up.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button asChild variant="primary" size="large">
              <Link to={paths.pricing()}>Get Started Free</Link>
            </Button>
            <Button size="large" onClick={showGallery}>
              See Public Apps
              <ArrowDown strokeWidth={1.75} aria-hidden="true" />
            </Button>
            <Button asChild variant="ghost" size="large">
              <Link to={paths.pricing()}>View Pricing</Link>
            </Button>
          </div>
        </div>
        <Screen />
      </div>
      <Blurbs />
    </section>
  );
}

/** The lit screen: three pictures that follow one another slowly; the first stays under reduced motion. */
function Screen() {
  return (
    <div aria-hidden="true" className="relative hidden lg:block">
      <div className="absolute -inset-10 rounded-full bg-ion/15 blur-3xl" />
      <div className="relative aspect-4/3 overflow-hidden rounded-picture bg-stage ring-1 ring-line">
        {reel.toReversed().map((seed, index) => (
          <div
            key={seed}
            className="absolute inset-0 animate-[reel_18s_linear_infinite]"
            style={{ animationDelay: `${(reel.length - 1 - index) * 6 - 18}s` }}
          >
            <GeneratedPicture seed={seed} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Blurbs() {
  return (
    <ul className="relative mx-auto grid max-w-content gap-x-10 gap-y-8 px-4 pb-14 md:grid-cols-3 md:px-6 md:pb-16">
      {blurbs.map(({ icon: Icon, title, text }) => (
        <li key={title} className="grid content-start gap-2 border-t border-line pt-4">
          <h2 className="flex items-center gap-2 text-16 font-semibold">
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            {title}
          </h2>
          <p className="text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}
