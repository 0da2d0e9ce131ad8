import type { ReactNode } from 'react';
import { texts } from '../../texts/en/uploads.ts';
import { Rich } from '../../texts/rich.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { percentOf } from './speed.ts';
import { type Unfinished, useDiscard, useUnfinished } from './use-unfinished.ts';

/** What an earlier visit left at the server, and the two ways on. */
export function UnfinishedNotice() {
  const unfinished = useUnfinished();
  return unfinished.data?.map((upload) => <Notice key={upload.id} upload={upload} />);
}

function Notice({ upload }: { upload: Unfinished }): ReactNode {
  const discard = useDiscard();
  const percent = percentOf(upload.offset, upload.size);
  return (
    <Panel tone="info" className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-64 break-words">
        <Rich
          text={upload.here ? texts.unfinishedHere : texts.unfinishedElsewhere}
          with={{
            fileName: <strong className="font-semibold">{upload.fileName}</strong>,
            percent,
          }}
        />
      </p>
      <Button disabled={discard.isPending} onClick={() => discard.mutate(upload.id)}>
        {texts.discard}
      </Button>
    </Panel>
  );
}
