import type { StorageConfig } from '#shared/storage/storage.ts';
import { storageProviderLabels } from '#shared/storage/storage-form.ts';
import { megabytes } from '#shared/versions/build-file.ts';
import { texts } from '../../i18n/en/storage.ts';
import { format } from '../../i18n/format.ts';
import { cn } from '../../lib/cn.ts';
import { ProviderMark } from './provider.tsx';
import { TestStatus } from './test-status.tsx';

interface ActiveBannerProps {
  config: StorageConfig;
  /** The server's limit, which may be less than the configuration's. */
  maxBytes: number;
}

/** The target of new uploads, and whether it works. */
export function ActiveBanner({ config, maxBytes }: ActiveBannerProps) {
  const { name, provider, testStatus, testProblem, settings } = config;
  const failed = testStatus === 'failed';
  return (
    <section
      aria-labelledby="active-storage"
      className={cn(
        'rounded-picture border bg-surface px-4 py-4 md:px-5',
        failed ? 'border-danger/40' : 'border-line',
      )}
    >
      <div className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-3 md:grid-cols-[2.5rem_minmax(0,1fr)_auto]">
        <ProviderMark provider={provider} />
        <div className="min-w-0">
          <h2 id="active-storage" className="text-13 text-muted">
            {texts.activeConfiguration}
          </h2>
          <p className="text-16 font-semibold tracking-tight wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
        </div>
        <div className="grid gap-0.5 text-13 text-muted max-md:col-start-2 md:justify-items-end md:text-end">
          <span className="flex flex-wrap items-center gap-x-3">
            <span>{storageProviderLabels[provider]}</span>
            <TestStatus status={testStatus} />
          </span>
          <span>
            {format(texts.uploadsUpToMaxfilesize, {
              maxFileSize: megabytes(Math.min(settings.maxFileSize, maxBytes)),
              allowedExtensions: settings.allowedExtensions.join(', '),
            })}
          </span>
        </div>
      </div>
      {failed && (
        <div className="mt-4 border-t border-line pt-4">
          <p className="font-medium text-danger wrap-anywhere">{testProblem}</p>
          <p className="mt-1 max-w-reading text-13 text-muted">{texts.uploadsFailUntilItWorksAgainGames}</p>
        </div>
      )}
    </section>
  );
}
