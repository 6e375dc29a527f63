/** The flags with which every browser starts, except those for its network egress. */

/** Turns off background work, window features and throttling, which matter only to a person at a screen. */
const quietFlags = [
  ...[
    '--disable-field-trial-config',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
  ],
  ...['--disable-component-extensions-with-background-pages', '--disable-default-apps', '--disable-extensions'],
  ...[
    '--disable-sync',
    '--disable-breakpad',
    '--disable-stack-profiler',
    '--metrics-recording-only',
    '--no-service-autorun',
  ],
  ...['--disable-search-engine-choice-screen', '--no-default-browser-check', '--disable-infobars', '--mute-audio'],
  ...[
    '--disable-edgeupdater',
    '--disable-updater-scheduler',
    '--edge-skip-compat-layer-relaunch',
    '--do-not-de-elevate',
  ],
  ...['--password-store=basic', '--use-mock-keychain', '--force-color-profile=srgb', '--hide-scrollbars'],
  ...[
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
  ],
  ...[
    '--disable-back-forward-cache',
    '--disable-hang-monitor',
    '--disable-prompt-on-repost',
    '--allow-pre-commit-input',
  ],
  // Lets pages change their URL more often than a person could. Gleaner counts such floods itself.
  '--disable-ipc-flooding-protection',
  // Containers have little shared memory.
  '--disable-dev-shm-usage',
  '--enable-unsafe-swiftshader',
  // Reports a mouse, which most visitors have, so that pages show the content that appears on hover.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
]

/** Runs cross-site frames in separate processes, so they can't hang or crash the page. The headless shell needs this flag for that. */
const isolationFlags = ['--site-per-process']

/** All features are in one flag, because only the last occurrence of a flag counts. */
const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'LensOverlay', 'MediaRouter'],
  // These features would load a page over https even if it was requested over http.
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['PaintHolding', 'ThirdPartyStoragePartitioning'],
  // This feature keeps a spare process for cross-site frames, which slows down pages that have none.
  'SpareRendererForSitePerProcess',
  // Chromium 155 aborts preflighted redirects to other origins while requests are paused.
  'AvoidCorsURLLoaderRestartOnRedirect',
  ...['TcpPortRandomizationWin', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['msForceBrowserSignIn', 'msEdgeUpdateLaunchServicesPreferredVersion'],
]

const speedFlags = ['--disable-gpu', '--lang=en-US', '--accept-lang=en-US,en', '--js-flags=--max-old-space-size=1024']

export const browserFlags: readonly string[] = [
  '--headless',
  ...quietFlags,
  `--disable-features=${disabledFeatures.join(',')}`,
  '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
  ...isolationFlags,
  ...speedFlags,
]
