/**
 * Chromium's own pages that wait behind each window for somebody to type an address: to draw them costs as much as the
 * first page of a journey.
 */
const waitingPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** What Playwright switches off; it takes a list of ours for the whole list. */
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

/** What journeys and tests of components start Chromium with. */
export const chromiumArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // Without a graphics card both cost more than they save; Debian's wrapper switches the first on.
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  // WebGL without a graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  `--disable-features=${[...playwrightsFeatures, ...waitingPages].join()}`,
];
