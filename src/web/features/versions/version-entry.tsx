import {
  Check,
  ChevronRight,
  CornerUpLeft,
  Download,
  ExternalLink,
  RotateCcw,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatSize } from '#shared/versions/build-file.ts';
import { versionAnchor } from '#shared/versions/version-anchor.ts';
import type { BuildReport, Version } from '#shared/versions/versions.ts';
import { texts } from '../../i18n/en/versions.ts';
import { format } from '../../i18n/format.ts';
import { formatLocale } from '../../i18n/locale.ts';
import { cn } from '../../lib/cn.ts';
import { approvalBadge } from '../../lib/format/approval-badge.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { useAnchor } from '../../lib/hooks/use-anchor.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { VersionTag } from '../../ui/layout/version-tag.tsx';
import { HeldBackPanel } from './held-back-panel.tsx';

interface VersionEntryProps {
  version: Version;
  /** Not while its application is offline. */
  playable: boolean;
  /** An action on one of the versions is running. */
  busy: boolean;
  report: (build: BuildReport) => ReactNode;
  changelog: (text: string) => ReactNode;
  onApprove: () => void;
  onSendBack: () => void;
  /** Activates it. */
  onActivate: () => void;
  onDelete: () => void;
}

export function VersionEntry({ version, playable, busy, report, changelog, ...on }: VersionEntryProps) {
  useAnchor(versionAnchor(version.id));
  const mark = approvalBadge(version.approval);
  const named = { version: version.version };
  return (
    <li
      id={versionAnchor(version.id)}
      aria-label={format(texts.versionNamed, named)}
      tabIndex={-1}
      className="grid grid-cols-1 gap-3 py-5 focus-visible:rounded-control"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3
          dir="auto"
          aria-label={format(texts.versionNamed, named)}
          className="min-w-0 text-16 font-medium break-all"
        >
          <VersionTag of={version.version} className="text-16" />
        </h3>
        {version.isActive && !mark && <Badge tone="success">{texts.active}</Badge>}
        {version.heldBack.length > 0 && (
          <Badge tone="danger">{version.isActive ? texts.cannotStart : texts.heldBack}</Badge>
        )}
        {mark && <Badge tone={mark.tone}>{mark.label}</Badge>}
      </div>
      <p className="-mt-2 text-13 break-words text-muted">
        <bdi>{version.uploadedByUsername}</bdi>
        {' · '}
        <time dateTime={version.uploadedAt} title={new Date(version.uploadedAt).toLocaleString(formatLocale)}>
          {formatDate(version.uploadedAt)}
        </time>
        {' · '}
        <bdi className="font-mono text-12">{version.fileName}</bdi>
        {' · '}
        <bdi className="font-mono text-12">{formatSize(version.fileSize)}</bdi>
      </p>
      <Changelog text={version.changelog}>{changelog(version.changelog)}</Changelog>
      {version.heldBack.length > 0 && <HeldBackPanel version={version} />}
      {version.approval === 'sent-back' && version.approvalNote !== '' && (
        <Panel tone="danger" className="max-w-reading">
          <p className="font-medium">{texts.whatToChange}</p>
          <p dir="auto" className="w-fit break-words whitespace-pre-line">
            {version.approvalNote}
          </p>
        </Panel>
      )}
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        {version.can.approve && (
          <>
            <Button
              variant="primary"
              disabled={busy}
              aria-label={format(texts.approveNamed, named)}
              onClick={on.onApprove}
            >
              <Check strokeWidth={1.75} aria-hidden="true" />
              {texts.approve}
            </Button>
            <Button disabled={busy} aria-label={format(texts.sendBackNamed, named)} onClick={on.onSendBack}>
              <CornerUpLeft strokeWidth={1.75} aria-hidden="true" />
              {texts.sendBack}
            </Button>
          </>
        )}
        {playable && (
          <Button asChild>
            <a
              href={version.previewUrl}
              target="_blank"
              rel="noopener"
              aria-label={format(texts.previewNamed, named)}
            >
              <ExternalLink strokeWidth={1.75} aria-hidden="true" />
              {texts.preview}
            </a>
          </Button>
        )}
        {version.fileUrl && (
          <Button asChild>
            <a
              href={version.fileUrl}
              download={version.fileName}
              aria-label={format(texts.downloadNamed, named)}
            >
              <Download strokeWidth={1.75} aria-hidden="true" />
              {texts.download}
            </a>
          </Button>
        )}
        {/* Approving also activates it, unless it is held back. */}
        {version.can.activate &&
          (version.heldBack.length > 0 ? (
            <Button
              disabled={busy}
              aria-label={format(texts.activateAnywayNamed, named)}
              onClick={on.onActivate}
            >
              <TriangleAlert strokeWidth={1.75} aria-hidden="true" />
              {texts.activateAnyway}
            </Button>
          ) : (
            !version.can.approve && (
              <Button
                disabled={busy}
                aria-label={format(texts.rollbackToNamed, named)}
                onClick={on.onActivate}
              >
                <RotateCcw strokeWidth={1.75} aria-hidden="true" />
                {texts.rollback}
              </Button>
            )
          ))}
        {version.can.delete && (
          <Button disabled={busy} aria-label={format(texts.deleteNamed, named)} onClick={on.onDelete}>
            <Trash2 strokeWidth={1.75} aria-hidden="true" />
            {texts.delete}
          </Button>
        )}
      </div>
      <Inspection build={version.build} report={report} />
    </li>
  );
}

const longText = 400;
const longLines = 6;

function Changelog({ text, children }: { text: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  if (text === '') return null;
  const long = text.length > longText || text.split('\n').length > longLines;
  return (
    <div className="grid max-w-reading justify-items-start gap-1">
      <p
        dir="auto"
        className={cn(
          'min-w-0 max-w-full break-words whitespace-pre-line',
          // A focused link is scrolled into view.
          long && !open && 'line-clamp-6 has-focus-visible:line-clamp-none',
        )}
      >
        {children}
      </p>
      {long && (
        <Button variant="ghost" aria-expanded={open} className="-ms-4" onClick={() => setOpen(!open)}>
          {open ? texts.showLess : texts.showTheWholeChangelog}
        </Button>
      )}
    </div>
  );
}

/** Closed initially: usually only the number of warnings matters. */
function Inspection({ build, report }: { build: BuildReport; report: VersionEntryProps['report'] }) {
  const count = build.warnings.length;
  return (
    <details className="group min-w-0 text-13">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-control text-muted hover:text-text md:min-h-8">
        <ChevronRight
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          className="transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
        />
        {texts.whatTheInspectionFound}
        {count > 0 && (
          <Badge tone="warning">
            <TriangleAlert size={12} aria-hidden="true" />
            {format(texts.countWarnings, { count })}
          </Badge>
        )}
      </summary>
      <div className="pt-3">{report(build)}</div>
    </details>
  );
}
