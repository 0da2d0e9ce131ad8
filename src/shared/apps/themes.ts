import type { DeviceAccess } from '../play/game-features.ts';
import type { Isolation } from '../play/isolation.ts';
import type { PageSize } from '../versions/versions.ts';

/** The page around the Unity canvas. `vanilla` serves the creator's own page unchanged. */
export const themes = ['vanilla', 'modern', 'gaming', 'corporate', 'minimal', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const defaultTheme: Theme = 'vanilla';

/** The themes with a page of Flux's own. */
export type PageTheme = Exclude<Theme, 'vanilla'>;

/** Data from the server for the page around a game. Addresses are relative to the page. */
export interface PlayerPage {
  stage: PlayerLaunch;
  /** Required browser features. */
  needs: { webAssembly: boolean; webGl: boolean; threads: boolean };
  /** Files that the loader requests before the game can start. Of code for two targets it requests one. */
  parts: readonly PlayerPart[];
}

export interface PlayerPart {
  address: string;
  /** Decompressed size. */
  bytes: number;
  /** Approximate transferred bytes; 0 for files that few browsers request. */
  cost: number;
}

/** Data embedded in the page. */
export interface PlayerData extends PlayerPage {
  /** The only origin whose messages the page answers. */
  fluxOrigin: string;
  isolation: Isolation;
}

export type PlayerLaunch =
  /** Unity 2020.1 and later. `config` is passed to `createUnityInstance`; `urls` are its keys with addresses. */
  | {
      kind: 'instance';
      loader: string;
      config: Readonly<Record<string, string>>;
      urls: readonly string[];
      /** From the build report; passed to `createUnityInstance` as well. */
      options: Readonly<Record<string, unknown>>;
      /** From the build report. */
      phonePixelRatio: number | null;
    }
  /** Unity 5.6 to 2019. `config` is the address of the JSON file that names the parts. */
  | { kind: 'loader'; loader: string; config: string }
  /** The creator's own page in a frame, pinned to the version of this page. */
  | { kind: 'frame'; versionId: string; pageSize: PageSize | null; devices: readonly DeviceAccess[] };

/** The name of that frame, which its documents can read. An opaque origin can read nothing else of its frame. */
export const frameName = 'flux-frame';
/** The name of the frame on the play page, whose controls replace the bar of the page inside. */
export const playPageFrameName = 'flux-play-page';

/** Message from the play page to the page in that frame, which can only detect a fullscreen window itself. */
export interface FullscreenNotice {
  kind: 'flux:fullscreen';
  /** Whether the frame is fullscreen. */
  isFullscreen: boolean;
}
