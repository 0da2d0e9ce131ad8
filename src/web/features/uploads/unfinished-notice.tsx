import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { newApplicationTarget } from '#shared/versions/uploads.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { format } from '../../i18n/format.ts';
import { Rich } from '../../i18n/rich.tsx';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { leaveFocusToMain } from '../../ui/dialogs/use-return-focus.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { percentOf } from './speed.ts';
import { canResumeFor, type Unfinished } from './unfinished.ts';
import { useDiscard, useUnfinished } from './use-unfinished.ts';

/**
 * Other unfinished uploads, and their actions.
 * @param props.target the target of the form
 */
export function UnfinishedNotice({ target }: { target: string }) {
  const { data, refetch } = useUnfinished({ isFollowed: true });
  return data?.map((upload) => (
    <Panel
      key={upload.id}
      tone="info"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3"
    >
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <Words upload={upload} target={target} />
      </p>
      {upload.state === 'waiting' && <Discard upload={upload} look={refetch} />}
    </Panel>
  ));
}

function Words({ upload, target }: { upload: Unfinished; target: string }): ReactNode {
  const fileName = <strong className="font-semibold">{upload.fileName}</strong>;
  const shown = { fileName, percent: percentOf(upload.offset, upload.size) };
  if (upload.state === 'checking') return <Rich text={texts.beingChecked} with={{ fileName }} />;
  if (upload.state === 'sending')
    return (
      <Rich text={upload.here ? texts.beingSentInAnotherTab : texts.beingSentInAnotherBrowser} with={shown} />
    );
  if (canResumeFor(upload, target))
    return <Rich text={upload.here ? texts.unfinishedHere : texts.unfinishedElsewhere} with={shown} />;
  if (upload.target === newApplicationTarget)
    return <Rich text={texts.unfinishedForNew} with={{ ...shown, link: linkTo(paths.upload()) }} />;
  if (upload.target === null || upload.targetName === null)
    return <Rich text={texts.unfinishedForNone} with={shown} />;
  const link = linkTo(paths.update(upload.target));
  return <Rich text={texts.unfinishedForAnother} with={{ ...shown, name: upload.targetName, link }} />;
}

function linkTo(address: string) {
  return (inside: ReactNode) => (
    <Link to={address} className="font-medium underline underline-offset-2">
      {inside}
    </Link>
  );
}

/** @param props.look refetches: meanwhile another tab may have resumed it */
function Discard({ upload, look }: { upload: Unfinished; look: () => Promise<unknown> }) {
  const [step, setStep] = useState<'looking' | 'asking' | null>(null);
  const discard = useDiscard();
  const ask = async () => {
    if (step !== null) return;
    setStep('looking');
    await look();
    setStep('asking');
  };
  return (
    <>
      {/* Stays focusable, so that the focus can return to it. */}
      <Button ref={leaveFocusToMain} aria-disabled={step === 'looking' || undefined} onClick={ask}>
        {texts.discard}
      </Button>
      <ConfirmDialog
        open={step === 'asking'}
        title={format(texts.discardTheUpload, { fileName: upload.fileName })}
        confirmLabel={texts.discard}
        cancelLabel={texts.keepIt}
        onConfirm={() => discard.mutate(upload.id)}
        onCancel={() => setStep(null)}
      >
        {texts.theUploadedPartIsDeleted}
      </ConfirmDialog>
    </>
  );
}
