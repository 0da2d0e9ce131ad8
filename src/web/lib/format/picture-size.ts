import type { PictureKind, PictureSize } from '#shared/apps/thumbnails.ts';

/** The size in a picture's header; null if missing. Nothing is decoded. */
export function pictureSizeOf(kind: PictureKind, bytes: ArrayBuffer): PictureSize | null {
  try {
    return readers[kind](new DataView(bytes));
  } catch {
    // The file ends before.
    return null;
  }
}

const readers: Record<PictureKind, (view: DataView) => PictureSize | null> = {
  png: (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  gif: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  jpeg: sizeOfJpeg,
  webp: sizeOfWebp,
};

/** All start-of-frame markers. The gaps are DHT, JPG and DAC. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Walks the segments until a start of frame. */
function sizeOfJpeg(view: DataView): PictureSize | null {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Any number of fill bytes may precede the next marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function sizeOfWebp(view: DataView): PictureSize | null {
  const chunk = view.getUint32(12);
  // 'VP8X', animated or not; both sides minus one, in three bytes.
  if (chunk === 0x56503858)
    return {
      width: (view.getUint32(24, true) & 0xffffff) + 1,
      height: (view.getUint32(26, true) >>> 8) + 1,
    };
  // 'VP8L': fourteen bits each, minus one.
  if (chunk === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  // 'VP8 ': fourteen bits each, and the scaling.
  if (chunk === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  return null;
}
