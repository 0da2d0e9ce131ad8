import { thumbnailSizes } from '#shared/apps/thumbnails.ts';

/**
 * `unsupported`: this browser cannot capture tabs. `refused`: the user declined. `elsewhere`: another surface
 * was chosen.
 */
type Capture = File | 'unsupported' | 'refused' | 'elsewhere';

/** Screen Capture and Capture Handle (W3C), as in Chromium; TypeScript lacks the types. */
interface TabCaptureOptions extends DisplayMediaStreamOptions {
  preferCurrentTab: true;
  selfBrowserSurface: 'include';
}
interface CaptureDevices extends MediaDevices {
  setCaptureHandleConfig?(config: { handle: string; permittedOrigins: string[] }): void;
}
interface CaptureTrack extends MediaStreamTrack {
  getCaptureHandle?(): { handle: string } | null;
}

/** The browser's capture bar moves the page and needs a moment to appear. */
const settleMilliseconds = 400;

/**
 * A picture of an element of this page with cross-origin content: asks the user to share this tab and
 * captures it briefly. Must be called in a click handler.
 */
export async function captureTab(element: Element): Promise<Capture> {
  const devices: CaptureDevices | undefined = navigator.mediaDevices;
  // Without a handle it is unknown whether the captured surface is this tab.
  if (!devices?.getDisplayMedia || !devices.setCaptureHandleConfig) return 'unsupported';
  const handle = crypto.randomUUID();
  devices.setCaptureHandleConfig({ handle, permittedOrigins: [window.location.origin] });
  const options: TabCaptureOptions = {
    video: { displaySurface: 'browser' },
    preferCurrentTab: true,
    selfBrowserSurface: 'include',
  };
  let stream: MediaStream;
  try {
    stream = await devices.getDisplayMedia(options);
  } catch {
    return 'refused';
  }
  try {
    const track: CaptureTrack | undefined = stream.getVideoTracks()[0];
    if (track?.getCaptureHandle?.()?.handle !== handle) return 'elsewhere';
    return await pictureOf(stream, element);
  } finally {
    for (const each of stream.getTracks()) each.stop();
  }
}

async function pictureOf(stream: MediaStream, element: Element): Promise<File> {
  const film = document.createElement('video');
  film.muted = true;
  film.srcObject = stream;
  await film.play();
  await new Promise((resolve) => setTimeout(resolve, settleMilliseconds));
  const { width, height } = thumbnailSizes.large;
  const picture = new OffscreenCanvas(width, height);
  const seen = middleOf(element.getBoundingClientRect(), width / height);
  // The video may have another resolution than the page.
  const scale = film.videoWidth / window.innerWidth;
  picture
    .getContext('2d')
    ?.drawImage(
      film,
      seen.x * scale,
      seen.y * scale,
      seen.width * scale,
      seen.height * scale,
      0,
      0,
      width,
      height,
    );
  const blob = await picture.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
  return new File([blob], 'frame.jpg', { type: 'image/jpeg' });
}

/** The largest centred part of a box with an aspect ratio. */
function middleOf(box: DOMRect, shape: number): DOMRect {
  const width = Math.min(box.width, box.height * shape);
  const height = width / shape;
  return new DOMRect(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height);
}
