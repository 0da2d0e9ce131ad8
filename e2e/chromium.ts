/**
 * Chromium preloads a page behind each window for its address bar, which costs as much as the first page of a
 * test.
 */
const waitingPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** Playwright's own list of disabled features. A second flag replaces the whole list, so this one includes it. */
const playwrightsFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Arguments of Chromium for end-to-end and component tests. */
export const chromiumArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // Without a GPU both cost more than they save. Debian's wrapper enables the first.
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  // WebGL without a GPU.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  `--disable-features=${[...playwrightsFeatures, ...waitingPages].join()}`,
];
