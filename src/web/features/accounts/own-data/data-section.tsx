import { Download, LoaderCircle } from 'lucide-react';
import type { OwnedContent } from '#shared/accounts/personal-data.ts';
import { texts } from '#web/i18n/en/accounts/own-data.ts';
import { formatStored } from '#web/lib/format/sizes.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Section } from '#web/ui/layout/section.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import { ownedContentLines } from './owned-content-text.ts';

interface DataSectionProps {
  ownedContent: OwnedContent | undefined;
  /** A download is about to begin. */
  busy: boolean;
  onDownload: () => void;
}

export function DataSection({ ownedContent, busy, onDownload }: DataSectionProps) {
  return (
    <Section title={texts.yourData} text={texts.aZipWithAllYourDataOnFluxAndThe}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button aria-disabled={busy} onClick={() => !busy && onDownload()}>
          {busy ? (
            <LoaderCircle aria-hidden="true" className="animate-spin" />
          ) : (
            <Download strokeWidth={1.75} aria-hidden="true" />
          )}
          {texts.downloadYourData}
        </Button>
        {ownedContent ? (
          <span className="text-13 text-muted max-md:w-full">
            {ownedContentLines(ownedContent)[0] ?? texts.noApplicationsYet}
            {ownedContent.bytes > 0 && (
              <>
                {' · '}
                <span className="font-mono">{formatStored(ownedContent.bytes)}</span>
              </>
            )}
          </span>
        ) : (
          <span className="flex h-5 items-center max-md:w-full">
            <Skeleton className="h-3 w-32" />
          </span>
        )}
      </div>
    </Section>
  );
}
