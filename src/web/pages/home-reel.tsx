import { Globe, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { themes } from '#shared/themes.ts';
import { cn } from '../lib/cn.ts';
import { Badge } from '../ui/badge.tsx';
import { ThemePreview } from '../ui/theme-preview.tsx';

/** What goes on after the first upload. */
export function HomeReel() {
  return (
    <section
      aria-labelledby="after-the-upload"
      className="mx-auto max-w-content px-4 py-16 md:px-6 md:pt-28 md:pb-20"
    >
      <h2 id="after-the-upload" className="max-w-form text-24 font-semibold md:text-32">
        The first take is rarely the last.
      </h2>
      <ul className="mt-8 grid overflow-hidden rounded-picture border border-line bg-surface lg:grid-cols-3">
        <Part
          title="Versions that change in one step"
          text="Visitors get the whole old version or the whole new one, never half. Rolling back is one click, and saves stay."
        >
          <Versions />
        </Part>
        <Part
          title="A link as private as you like"
          text="Public in the gallery, or unlisted behind a key that you renew or switch off. Embeds and QR codes come with it."
        >
          <Audience />
        </Part>
        <Part
          title="A frame that suits the game"
          text="Keep your own page, or choose one of five that Flux draws around it. Change it whenever you like."
        >
          <ul className="grid w-full grid-cols-3 gap-2">
            {themes.map((theme) => (
              <li key={theme} className="overflow-hidden rounded-control ring-1 ring-line">
                <ThemePreview theme={theme} />
              </li>
            ))}
          </ul>
        </Part>
      </ul>
    </section>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="grid content-between gap-6 border-line p-6 not-first:border-t lg:not-first:border-s lg:not-first:border-t-0">
      <div className="grid gap-2">
        <h3 className="text-16 font-semibold">{title}</h3>
        <p className="text-muted">{text}</p>
      </div>
      <div aria-hidden="true" className="flex h-36 items-center select-none">
        {children}
      </div>
    </li>
  );
}

const versions = [
  { number: '1.3.0', text: 'New level, softer rain', active: true },
  { number: '1.2.1', text: 'Gamepad on Firefox', active: false },
  { number: '1.2.0', text: 'Night mode', active: false },
];

function Versions() {
  return (
    <ol className="w-full">
      {versions.map(({ number, text, active }) => (
        <li
          key={number}
          className="flex h-11 items-center gap-3 border-line text-13 not-first:border-t first:font-medium"
        >
          <span className={cn('font-mono text-12', !active && 'text-muted')}>v{number}</span>
          <span className={cn('min-w-0 truncate', !active && 'text-muted')}>{text}</span>
          <span className="ms-auto">
            {active ? (
              <Badge tone="accent">Active</Badge>
            ) : (
              <span className="text-12 text-muted">Rollback</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Audience() {
  return (
    <div className="grid w-full gap-2 text-13">
      <div className="flex items-center gap-3 rounded-control border border-line bg-raised px-3 py-2.5">
        <Globe size={16} strokeWidth={1.75} className="shrink-0" />
        Public
        <span className="ms-auto text-muted">in the gallery</span>
      </div>
      <div className="flex items-center gap-3 rounded-control border border-line bg-raised px-3 py-2.5">
        <Lock size={16} strokeWidth={1.75} className="shrink-0" />
        Private
        <span className="ms-auto min-w-0 truncate font-mono text-12 text-muted">?key=Vq3x…81</span>
      </div>
    </div>
  );
}
