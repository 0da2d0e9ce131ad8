import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { texts } from '../../i18n/en/admin.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

interface Banner {
  text: string;
  failed: boolean;
  /** Undefined: it stays until it is dismissed or replaced. */
  milliseconds?: number;
}

interface ShowBanner {
  /** Disappears after three seconds. */
  succeeded: (text: string) => void;
  failed: (text: string, options?: { milliseconds?: number }) => void;
  /** Earlier errors are obsolete. */
  clear: () => void;
}

const successMilliseconds = 3_000;

const ShowBannerContext = createContext<ShowBanner>({
  succeeded: () => {},
  failed: () => {},
  clear: () => {},
});

/** Shows the result of a change at the top of the page. */
export function useShowBanner(): ShowBanner {
  return use(ShowBannerContext);
}

/** The place of the messages, visible at any scroll position. The live regions are always mounted. */
export function Banners({ children }: { children: ReactNode }) {
  const [banner, setBanner] = useState<Banner | null>(null);
  const [tell] = useState<ShowBanner>(() => ({
    succeeded: (text) => setBanner({ text, failed: false, milliseconds: successMilliseconds }),
    failed: (text, options) => setBanner({ text, failed: true, ...options }),
    clear: () => setBanner(null),
  }));
  useEffect(() => {
    if (banner?.milliseconds === undefined) return;
    const timer = setTimeout(() => setBanner(null), banner.milliseconds);
    return () => clearTimeout(timer);
  }, [banner]);
  const drawn = banner && <BannerPanel {...banner} onDismiss={() => setBanner(null)} />;
  return (
    <ShowBannerContext value={tell}>
      <div className="pointer-events-none sticky top-14 z-30 h-0">
        <div role="status">{!banner?.failed && drawn}</div>
        <div role="alert">{banner?.failed && drawn}</div>
      </div>
      {children}
    </ShowBannerContext>
  );
}

function BannerPanel({ text, failed, onDismiss }: Banner & { onDismiss: () => void }) {
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    <div className="mx-auto max-w-content px-4 pt-3 md:px-6">
      <Panel
        tone={failed ? 'danger' : 'success'}
        className="pointer-events-auto flex animate-rise items-center gap-3 py-1 pe-1 shadow-float"
      >
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <p className="min-w-0 flex-1 wrap-anywhere">{text}</p>
        <Button
          variant="ghost"
          size="icon"
          aria-label={texts.dismiss}
          className="text-current"
          onClick={onDismiss}
        >
          <X strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </Panel>
    </div>
  );
}
