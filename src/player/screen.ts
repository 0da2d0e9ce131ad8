import type { PlayerPart } from '#shared/apps/themes.ts';
import { DownloadProgress } from './download-progress.ts';
import { byId } from './elements.ts';
import { detailsOf, type Failure, failureOf, withoutStack } from './reasons.ts';

/** Unity's loaders stay at this progress while the browser compiles and the game starts. */
const downloadedShare = 0.9;
const bannerMilliseconds = 8_000;

/** The states of a page around a game: loading, starting, playing, failed or unsupported. */
export class Screen {
  onStarted: () => void = () => {};
  readonly downloads: DownloadProgress;
  readonly #progress = byId('flux-progress');
  readonly #percent = byId('flux-percent');
  readonly #word = byId('flux-word');
  readonly #panel = byId('flux-panel');
  readonly #banner = byId('flux-banner');
  #bannerTimer = 0;
  /** The last progress from the loader. */
  #told = 0;
  /** The shown percentage. New estimates never decrease it. */
  #shown = 0;

  /** @param parts files whose progress is shown */
  constructor(parts: readonly PlayerPart[]) {
    this.downloads = new DownloadProgress(parts, () => this.#showProgress());
    byId('flux-retry').addEventListener('click', () => location.reload());
    byId('flux-dismiss').addEventListener('click', () => this.#closeBanner());
  }

  /** @param value the progress of Unity's loaders: 0 to 0.9 while files arrive, then 0.9 until the game runs */
  progress(value: number): void {
    this.#told = value;
    this.#showProgress();
  }

  /** Uses received bytes, which loaders only estimate, and the loader's value if nothing was observed. */
  #showProgress(): void {
    if (this.#state === 'playing' || this.#state === 'failed') return;
    const { share, isLoading } = this.downloads;
    if (share === 1 || (this.#told >= downloadedShare && !isLoading)) {
      this.waiting('Starting');
      return;
    }
    const percent = Math.floor((share ?? this.#told / downloadedShare) * 100);
    this.#shown = Math.max(this.#shown, Math.min(100, percent));
    this.#show('loading');
    this.#word.textContent = 'Loading';
    this.#percent.textContent = `${this.#shown}%`;
    this.#progress.style.setProperty('--progress', String(this.#shown / 100));
    this.#progress.setAttribute('aria-valuenow', String(this.#shown));
    this.#progress.setAttribute('aria-valuetext', `${this.#shown}%`);
  }

  /** Shows work of unknown duration. */
  waiting(word: string): void {
    this.#show('starting');
    this.#word.textContent = word;
    this.#percent.textContent = '';
    this.#progress.removeAttribute('aria-valuenow');
    this.#progress.setAttribute('aria-valuetext', word);
  }

  /** The game runs. Earlier reports turned out not to matter. */
  started(): void {
    this.#panel.hidden = true;
    this.#show('playing');
    this.onStarted();
  }

  /** @param error any value that a loader threw, rejected with or reported; a running game continues */
  fail(error: unknown): void {
    if (this.#state === 'playing' || this.#state === 'failed') return;
    this.#tell('failed', 'This game could not start', failureOf(error), detailsOf(error));
  }

  unsupported({ title, sentence }: { title: string; sentence: string }): void {
    this.#tell('unsupported', title, { sentence, canRetry: false }, '');
  }

  /** A message of Unity's loader during start or later. Only errors before the start end it. */
  banner(text: string, type?: string): void {
    if (type === 'error' && this.#state !== 'playing') {
      this.fail(text);
      return;
    }
    const words = byId('flux-banner-text');
    words.textContent = '';
    this.#banner.dataset.kind = type === 'error' ? 'error' : 'notice';
    this.#banner.hidden = false;
    // A live region announces only content that changes while it is visible.
    requestAnimationFrame(() => {
      words.textContent = withoutStack(text);
    });
    clearTimeout(this.#bannerTimer);
    if (type !== 'error') this.#bannerTimer = setTimeout(() => this.#closeBanner(), bannerMilliseconds);
  }

  get #state(): string | undefined {
    return document.documentElement.dataset.state;
  }

  #show(state: string): void {
    document.documentElement.dataset.state = state;
  }

  #tell(state: string, title: string, { sentence, canRetry }: Failure, details: string): void {
    this.#show(state);
    byId('flux-panel-title').textContent = title;
    byId('flux-reason').textContent = sentence;
    byId('flux-retry').hidden = !canRetry;
    byId('flux-details-text').textContent = details;
    byId('flux-details').hidden = details === '';
    this.#panel.hidden = false;
  }

  #closeBanner(): void {
    this.#banner.hidden = true;
  }
}
