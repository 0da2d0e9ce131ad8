import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Camera, ImagePlus } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { type Application, updateApplication } from '#shared/apps/apps.ts';
import { call, messageOf } from '../../api.ts';
import { texts } from '../../i18n/en/play.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { ImagePicker } from '../../ui/forms/image-picker.tsx';
import { GeneratedPicture } from '../../ui/layout/generated-picture.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { toast } from '../../ui/loading/toast.tsx';
import { captureTab } from './capture-tab.ts';
import { FactGroup } from './details.tsx';
import { requestPicture } from './request-picture.ts';

interface ThumbnailSectionProps {
  app: Application;
  frame: RefObject<HTMLIFrameElement | null>;
  /** The exact origin of the game in the frame. */
  origin: string;
}

const ways = {
  chosen: texts.takeAScreenshotOfTheGameAnd,
  unsupported: texts.withTheVanillaThemeFluxCannot,
  refused: texts.withTheVanillaThemeFluxCannotLook,
  elsewhere: texts.youDidNotShareThisTab,
  nothing: texts.noFrameOfTheGameCouldBe,
} as const;

/**
 * The picture on the application's cards, for users who may edit it: from the running game by one click, or
 * from a file.
 */
export default function ThumbnailSection({ app, frame, origin }: ThumbnailSectionProps) {
  const [way, setWay] = useState<keyof typeof ways | null>(null);
  const [looking, setLooking] = useState(false);
  const save = useSaveThumbnail(app.id, () => {
    setWay(null);
    toast(texts.thumbnailUpdated);
  });
  const look = async (game: Element, page: Window) =>
    app.theme === 'vanilla' ? captureTab(game) : requestPicture(page, origin);
  const takeFrame = async () => {
    save.reset();
    const game = frame.current;
    if (!game?.contentWindow) return setWay('nothing');
    // Browsers do not draw an invisible frame.
    game.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    setLooking(true);
    const taken = await look(game, game.contentWindow).catch(() => null);
    setLooking(false);
    if (taken instanceof File) save.mutate(taken);
    else setWay(taken ?? 'nothing');
  };
  const busy = looking || save.isPending;
  return (
    <FactGroup title={texts.thumbnail}>
      <div className="grid gap-3">
        <div className="aspect-4/3 w-full max-w-80 overflow-hidden lg:max-w-none rounded-picture border border-line">
          {app.thumbnailUrl ? (
            <img src={app.thumbnailUrl} alt={texts.theCurrentThumbnail} className="size-full object-cover" />
          ) : (
            <GeneratedPicture seed={app.id} name={app.name} />
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button disabled={busy} onClick={takeFrame}>
            <Camera strokeWidth={1.75} aria-hidden="true" />
            {busy ? texts.capturingTheFrame : texts.useThisFrameAsThumbnail}
          </Button>
          <Button
            disabled={busy}
            onClick={() => {
              save.reset();
              setWay('chosen');
            }}
          >
            <ImagePlus strokeWidth={1.75} aria-hidden="true" />
            {texts.chooseAPicture}
          </Button>
        </div>
        {save.isError && way === null && (
          <Panel tone="danger" role="alert">
            {messageOf(save.error)}
          </Panel>
        )}
      </div>
      <Dialog
        open={way !== null}
        onOpenChange={(open) => !open && setWay(null)}
        title={texts.chooseAThumbnail}
        description={ways[way ?? 'chosen']}
      >
        <Choice saving={save.isPending} error={save.error} onSave={(file) => save.mutate(file)} />
      </Dialog>
    </FactGroup>
  );
}

interface ChoiceProps {
  saving: boolean;
  error: unknown;
  onSave: (file: File) => void;
}

function Choice({ saving, error, onSave }: ChoiceProps) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <div className="mt-5 grid gap-5">
      <ImagePicker
        label={texts.thumbnail}
        required
        file={file}
        disabled={saving}
        onPick={setFile}
        onRemove={() => setFile(null)}
      />
      {error !== null && (
        <Panel tone="danger" role="alert">
          {messageOf(error)}
        </Panel>
      )}
      <Button
        variant="primary"
        disabled={!file || saving}
        className="justify-self-end"
        onClick={() => file && onSave(file)}
      >
        {saving ? texts.saving : texts.useAsThumbnail}
      </Button>
    </div>
  );
}

function useSaveThumbnail(id: string, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (thumbnail: File) =>
      call(updateApplication, { params: { id }, body: {}, files: { thumbnail } }),
    onSuccess: async () => {
      onSaved();
      await client.invalidateQueries({ queryKey: ['application', id] });
      await client.invalidateQueries({ queryKey: ['applications'], refetchType: 'none' });
    },
  });
}
