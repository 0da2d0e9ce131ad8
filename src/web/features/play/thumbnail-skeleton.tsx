import { Camera, ImagePlus } from 'lucide-react';
import { texts } from '../../i18n/en/play.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { FactGroup } from './details.tsx';

/** In the shape of the section: its buttons have the width of their labels. */
export function ThumbnailSkeleton() {
  return (
    <FactGroup title={texts.thumbnail}>
      <div className="grid gap-3">
        <Skeleton className="aspect-4/3 w-full max-w-80 rounded-picture lg:max-w-none" />
        <div className="flex flex-wrap gap-2">
          <Button disabled>
            <Camera strokeWidth={1.75} aria-hidden="true" />
            {texts.useThisFrameAsThumbnail}
          </Button>
          <Button disabled>
            <ImagePlus strokeWidth={1.75} aria-hidden="true" />
            {texts.chooseAPicture}
          </Button>
        </div>
      </div>
    </FactGroup>
  );
}
