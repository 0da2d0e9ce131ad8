import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Camera, ImagePlus } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { type Application, updateApplication } from '#shared/apps.ts';
import { call, messageOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { GeneratedPicture } from '../../ui/generated-picture.tsx';
import { ImagePicker } from '../../ui/image-picker.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { askForPicture } from './ask-for-picture.ts';
import { captureTab } from './capture-tab.ts';
import { FactGroup } from './details.tsx';

interface ThumbnailSectionProps {
  app: Application;
  frame: RefObject<HTMLIFrameElement | null>;
  /** The exact origin of the game in the frame. */
  origin: string;
}

const ways = {
  chosen: 'Take a screenshot of the game and paste it here, or choose a picture.',
  unsupported:
    'With the Vanilla theme the page around the game is its creator’s own, and Flux cannot look into it. Take a screenshot of the game and paste it here, or choose a picture.',
  refused:
    'With the Vanilla theme Flux cannot look into the page around the game, so your browser asks whether Flux may see this tab for a moment. Allow it next time, paste a screenshot here, or choose a picture.',
  elsewhere:
    'What your browser showed was not this tab, so nothing was taken. Try again and choose this tab, paste a screenshot here, or choose a picture.',
  nothing:
    'No frame of the game could be taken. Start the game and try again, or take a screenshot and paste it here.',
} as const;

/** The picture on the app's cards, for those who may edit it: from the running game by one click, or from a file. */
export default function ThumbnailSection({ app, frame, origin }: ThumbnailSectionProps) {
  const [way, setWay] = useState<keyof typeof ways | null>(null);
  const [looking, setLooking] = useState(false);
  const save = useSaveThumbnail(app.id, () => {
    setWay(null);
    toast('Thumbnail updated!');
  });
  const takeFrame = async () => {
    const game = frame.current;
    if (!game?.contentWindow) return setWay('nothing');
    // Browsers draw nothing of a frame that is out of sight.
    game.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    setLooking(true);
    const taken =
      app.theme === 'vanilla' ? await captureTab(game) : await askForPicture(game.contentWindow, origin);
    setLooking(false);
    if (taken instanceof File) save.mutate(taken);
    else setWay(taken ?? 'nothing');
  };
  const busy = looking || save.isPending;
  return (
    <FactGroup title="Thumbnail">
      <div className="grid gap-3">
        <div className="aspect-4/3 w-full max-w-80 overflow-hidden lg:max-w-none rounded-picture border border-line">
          {app.thumbnailUrl ? (
            <img src={app.thumbnailUrl} alt="The current thumbnail" className="size-full object-cover" />
          ) : (
            <GeneratedPicture seed={app.id} name={app.name} />
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button disabled={busy} onClick={takeFrame}>
            <Camera strokeWidth={1.75} aria-hidden="true" />
            {busy ? 'Taking the frame…' : 'Use this frame as thumbnail'}
          </Button>
          <Button disabled={busy} onClick={() => setWay('chosen')}>
            <ImagePlus strokeWidth={1.75} aria-hidden="true" />
            Choose a picture
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
        title="Choose a thumbnail"
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
        label="Thumbnail"
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
        {saving ? 'Saving…' : 'Use as thumbnail'}
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
