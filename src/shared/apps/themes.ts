import type { DeviceAccess } from '../play/game-features.ts';
import type { Isolation } from '../play/isolation.ts';
import type { PageSize } from '../versions/versions.ts';

/** How an app's page looks around the Unity canvas. `vanilla` serves the creator's own page untouched. */
export const themes = ['vanilla', 'modern', 'gaming', 'corporate', 'minimal', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const defaultTheme: Theme = 'vanilla';

/** The themes that draw a page of Flux's own. */
export type Look = Exclude<Theme, 'vanilla'>;

/** What the page around a game is told by the server that made it. Addresses are relative to the page. */
export interface PlayerPage {
  stage: PlayerLaunch;
  /** What the browser must be able to do. */
  needs: { webAssembly: boolean; webGl: boolean; threads: boolean };
  /** Files without which the game cannot start, once its loader asks for them: of code for two targets it picks one. */
  parts: readonly PlayerPart[];
}

export interface PlayerPart {
  address: string;
  /** Unpacked, as the page gets it. */
  bytes: number;
  /** About how many bytes that is on the line; 0 for what few browsers ask for. */
  cost: number;
}

/** What stands in the page itself. */
export interface PlayerData extends PlayerPage {
  /** The one origin whose messages the page answers. */
  fluxOrigin: string;
  isolation: Isolation;
}

export type PlayerLaunch =
  /** Unity 2020.1 and later; `config` goes to `createUnityInstance`, `urls` are its keys that hold addresses. */
  | {
      kind: 'instance';
      loader: string;
      config: Readonly<Record<string, string>>;
      urls: readonly string[];
      /** As of the build's report; they go to `createUnityInstance` as well. */
      options: Readonly<Record<string, unknown>>;
      /** As of the build's report. */
      phonePixelRatio: number | null;
    }
  /** Unity 5.6 to 2019; `config` is the address of the JSON file that names the parts. */
  | { kind: 'loader'; loader: string; config: string }
  /** The creator's own page in a frame, kept to the version that this page was made for. */
  | { kind: 'frame'; versionId: string; pageSize: PageSize | null; devices: readonly DeviceAccess[] };

/** Of that frame, for whatever is led into it; an opaque origin sees no more of the frame that it is in. */
export const frameName = 'flux-frame';
/** Of the frame on the play page, which has the controls below it that the page in it would have in its bar. */
export const playPageFrameName = 'flux-play-page';

/** From the play page to the page in that frame, which by itself sees no more than whether the window is fullscreen. */
export interface FullscreenNotice {
  kind: 'flux:fullscreen';
  /** Whether the frame is what fills the screen. */
  isFullscreen: boolean;
}
