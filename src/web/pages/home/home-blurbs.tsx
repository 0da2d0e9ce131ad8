import { Check, FileArchive, Globe, Link2, Lock, ShieldCheck, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../../i18n/en/pages/home-blurbs.ts';
import { format } from '../../i18n/format.ts';
import { Rich } from '../../i18n/rich.tsx';
import { useHydrated } from '../../lib/session/hydration.ts';
import { List } from '../../ui/lists/list.tsx';

const blurbs = [
  {
    icon: Zap,
    title: texts.fastDeployment,
    text: texts.dropTheZipOfYourUnityBuildFlux,
    picture: <Published />,
  },
  {
    icon: Globe,
    title: texts.universalCompatibility,
    text: texts.everyUnityGenerationAndAnyTemplate,
    picture: <Generations />,
  },
  {
    icon: ShieldCheck,
    title: texts.security,
    text: texts.eachGameRunsOnItsOwnOrigin,
    picture: <Origins />,
  },
];

/** Flux's features, each with a small illustration. */
export function HomeBlurbs() {
  return (
    <List className="mx-auto grid max-w-content gap-x-8 gap-y-12 px-4 pt-16 md:px-6 md:pt-24 lg:grid-cols-3">
      {blurbs.map(({ icon: Icon, title, text, picture }) => (
        <li
          key={title}
          className="grid content-start gap-x-8 gap-y-5 sm:grid-cols-2 sm:items-center lg:grid-cols-1"
        >
          <Drawing>{picture}</Drawing>
          <div className="grid gap-2">
            <h2 className="flex items-center gap-2 text-20 font-semibold">
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              {title}
            </h2>
            <p className="max-w-md text-muted">{text}</p>
          </div>
        </li>
      ))}
    </List>
  );
}

/** The illustrations are decorative. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <div
      aria-hidden="true"
      className="hidden h-52 content-center sm:grid overflow-hidden rounded-picture border border-line bg-surface px-5 select-none"
    >
      {children}
    </div>
  );
}

const useHost = () =>
  useHydrated(
    () => location.host,
    ({ host }) => host,
  );

function Published() {
  return (
    <div className="grid gap-3 text-13">
      <div className="flex items-center gap-2">
        <FileArchive size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
        <span className="min-w-0 truncate font-mono text-12">{texts.nightShiftWebZip}</span>
        <span className="ms-auto font-mono text-12 text-muted">100%</span>
      </div>
      <div className="h-1.5 rounded-full bg-ion" />
      <p className="flex items-center gap-2 text-muted">
        <Check size={16} strokeWidth={1.75} className="text-success" />
        <Rich
          text={texts.checkedCheckPublished}
          with={{ check: <Check size={16} strokeWidth={1.75} className="ms-2 text-success" /> }}
        />
      </p>
      <div className="mt-2 flex items-center gap-2 rounded-control border border-line bg-raised px-3 py-2">
        <Link2 size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
        <span className="min-w-0 truncate font-mono text-12">
          {format(texts.hostPlay7k2m9q, { host: useHost() })}
        </span>
      </div>
    </div>
  );
}

const generations = ['5.6', '2017', '2018', '2019', '2020', '2021', '2022', '2023', 'Unity 6'];
const parts = ['.unityweb', '.wasm.br', '.data.gz', '.framework.js', 'index.html', 'WebXR', 'threads'];

function Generations() {
  return (
    <div className="grid gap-4">
      <List className="flex flex-wrap gap-1.5">
        {generations.map((generation) => (
          <li
            key={generation}
            className="rounded-control border border-line bg-raised px-2.5 py-1 text-13 font-medium last:border-ion last:bg-ion last:text-on-ion"
          >
            {generation}
          </li>
        ))}
      </List>
      <List className="flex flex-wrap gap-x-4 gap-y-1 font-mono text-12 text-muted">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </List>
    </div>
  );
}

function Origins() {
  return (
    <div className="grid gap-2 font-mono text-12">
      <Origin name={useHost()} of={texts.yourAccount} own />
      <Origin name="7k2m9q" of={texts.aGame} />
      <Origin name="x4w8ta" of={texts.anotherGame} />
    </div>
  );
}

function Origin({ name, of, own }: { name: string; of: string; own?: boolean }) {
  return (
    <div className="flex items-center gap-3 rounded-control border border-line bg-raised px-3 py-2.5">
      <Lock size={16} strokeWidth={1.75} className={own ? 'shrink-0 text-success' : 'shrink-0 text-muted'} />
      <span className="min-w-0 truncate">{name}</span>
      <span className="ms-auto shrink-0 font-sans text-muted">{of}</span>
    </div>
  );
}
