import { Globe, Lock, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Application } from '#shared/apps/apps.ts';
import { VisibilityBadge } from '../../features/apps/card/visibility-badge.tsx';
import { texts } from '../../i18n/en/pages/edit-controls.ts';
import { Button } from '../../ui/forms/button.tsx';
import { EditApplication } from './lazy-edit-application.tsx';

/** Opens the edit dialog of an application, for its editors. */
export function EditButton({ app }: { app: Application }) {
  const [open, setOpen] = useState(false);
  if (!app.can.edit) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Pencil strokeWidth={1.75} aria-hidden="true" />
        {texts.edit}
      </Button>
      {open && <EditApplication app={app} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Whether an application is public or private. Its editors can press it to change that in the edit dialog. */
export function Visibility({ app }: { app: Application }) {
  const [open, setOpen] = useState(false);
  if (!app.can.edit || app.isOffline || app.takenDown) return <VisibilityBadge app={app} />;
  const Icon = app.isPublic ? Globe : Lock;
  return (
    <>
      <button
        type="button"
        title={texts.changeVisibility}
        onClick={() => setOpen(true)}
        className="relative inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border border-control bg-surface px-2.5 text-13 font-medium transition-colors select-none before:absolute before:-inset-1.75 hover:bg-raised md:not-pointer-coarse:h-7 md:not-pointer-coarse:before:hidden"
      >
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" className="text-muted" />
        {app.isPublic ? texts.public : texts.private}
        <span className="sr-only"> – {texts.changeVisibility}</span>
        <Pencil size={12} strokeWidth={1.75} aria-hidden="true" className="text-muted" />
      </button>
      {open && <EditApplication app={app} focus="visibility" onClose={() => setOpen(false)} />}
    </>
  );
}
