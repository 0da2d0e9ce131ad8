import { embedCode } from '#shared/apps/embed.ts';
import { texts } from '../../i18n/en/share.ts';
import { format } from '../../i18n/format.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { CopyField } from './copy-field.tsx';
import { QrCode } from './qr-code.tsx';
import { ShareButton } from './share-button.tsx';
import { type SharedApp, ShareKey } from './share-key.tsx';

export interface ShareDialogProps {
  app: SharedApp;
  onChanged: (shareUrl: string | null) => void;
  onClose: () => void;
}

/** All ways to share an application. */
export default function ShareDialog({ app, onChanged, onClose }: ShareDialogProps) {
  const { shareUrl } = app;
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={format(texts.shareName, { name: app.name })}
      description={app.isPublic ? texts.shareALinkAQRCodeOrAnEmbedCode : texts.shareAPrivateApplicationByIts}
    >
      <div className="mt-6 grid gap-6">
        {shareUrl !== null && (
          <>
            <CopyField label={texts.shareLink} action={texts.copyShareLink} value={shareUrl} />
            <div className="flex items-center gap-5">
              <div className="w-36 shrink-0">
                <QrCode url={shareUrl} label={format(texts.qrCodeOfTheShareLinkOf, { name: app.name })} />
              </div>
              <div className="grid gap-3">
                <p className="text-muted">{texts.scanItWithAPhoneOrAHeadsetToPlay}</p>
                {'share' in navigator && (
                  <div>
                    <ShareButton title={app.name} url={shareUrl} />
                  </div>
                )}
              </div>
            </div>
          </>
        )}
        {!app.isPublic && app.can.edit && <ShareKey app={app} onChanged={onChanged} />}
        {app.isPublic ? (
          <CopyField
            block
            label={texts.embedCode}
            action={texts.copyEmbedCode}
            value={embedCode(window.location.origin, app)}
          />
        ) : (
          <p className="text-13 text-muted">{texts.otherSitesCanEmbedPublic}</p>
        )}
      </div>
    </Dialog>
  );
}
