import { thumbnailSizes } from '#shared/apps/thumbnails.ts';

/** `unsupported`: this browser films no tabs. `refused`: the person said no. `elsewhere`: they chose something else. */
type Capture = File | 'unsupported' | 'refused' | 'elsewhere';

/** Of Screen Capture and Capture Handle (W3C), as Chromium has them; TypeScript does not know them yet. */
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

/** The browser tells that it films the tab by a bar, which moves the page, and needs a moment to begin. */
const settleMilliseconds = 400;

/**
 * A picture of what an element of this page shows, whatever it is from: the browser asks the person for this tab and
 * films it for a moment. To be called in answer to a click.
 */
export async function captureTab(element: Element): Promise<Capture> {
  const devices: CaptureDevices | undefined = navigator.mediaDevices;
  // Without a handle nobody knows whether what is filmed is this very tab.
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
  // The film may have more or fewer pixels than the page has.
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

/** The largest part of a box in a shape, around its centre. */
function middleOf(box: DOMRect, shape: number): DOMRect {
  const width = Math.min(box.width, box.height * shape);
  const height = width / shape;
  return new DOMRect(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height);
}
