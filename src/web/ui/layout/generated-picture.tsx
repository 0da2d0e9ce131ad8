import { memo } from 'react';
import { cn } from '../../lib/cn.ts';
import { pictureHeight, pictureOf, pictureWidth } from '../../lib/files/picture.ts';

interface GeneratedPictureProps {
  /** Determines pattern and colours. */
  seed: string;
  /** Its first letter is part of the picture. */
  name?: string;
  className?: string;
}

/** A decorative replacement of a missing picture; hidden from screen readers. */
export const GeneratedPicture = memo(function GeneratedPicture({
  seed,
  name,
  className,
}: GeneratedPictureProps) {
  const picture = pictureOf(seed);
  const initial = name ? [...name.trim()][0]?.toUpperCase() : undefined;
  return (
    <svg
      direction="ltr"
      viewBox={`0 0 ${pictureWidth} ${pictureHeight}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={cn('block size-full', className)}
    >
      <rect width={pictureWidth} height={pictureHeight} fill={picture.background} />
      {picture.strokes.map((stroke) => (
        <path key={stroke.d} {...stroke} fill={stroke.fill ?? 'none'} />
      ))}
      {initial && (
        <text
          x="24"
          y="276"
          fontSize="60"
          fontWeight="650"
          fill={picture.ink}
          stroke={picture.background}
          strokeWidth="16"
          strokeLinejoin="round"
          paintOrder="stroke"
        >
          {initial}
        </text>
      )}
    </svg>
  );
});
