/** The flags that every browser is started with, those of its way out left aside. */

/** Background work of the browser itself, features of its window, and brakes that only a person at a screen needs. */
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
  // Pages change their URL more often than a person could, and storms are counted here.
  '--disable-ipc-flooding-protection',
  // Containers have little shared memory.
  '--disable-dev-shm-usage',
  '--enable-unsafe-swiftshader',
  // A mouse, as most visitors have one: what is shown on hovering can be.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
]

/** A frame of another site has a process of its own: one that hangs or ends leaves the page as it is. The headless shell does so only with this flag. */
const isolationFlags = ['--site-per-process']

/** One flag for all: the last one of its name wins. */
const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'LensOverlay', 'MediaRouter'],
  // A page that is asked for by http is loaded by http.
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['PaintHolding', 'ThirdPartyStoragePartitioning'],
  // A process ahead of each frame of another site: pages without one would pay for it.
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
