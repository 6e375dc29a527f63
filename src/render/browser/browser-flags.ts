/** The flags with which every browser starts, and those that make the egress proxy its only way out. */

/** Turns off background work, window features and throttling, which matter only to a person at a screen. */
const quietFlags = [
  ...split(`
    --disable-field-trial-config --disable-background-networking --disable-component-update --no-first-run
    --disable-component-extensions-with-background-pages --disable-default-apps --disable-extensions --disable-sync
    --disable-breakpad --disable-stack-profiler --metrics-recording-only --no-service-autorun
    --disable-search-engine-choice-screen --no-default-browser-check --disable-infobars --mute-audio
    --disable-edgeupdater --disable-updater-scheduler --edge-skip-compat-layer-relaunch --do-not-de-elevate
    --password-store=basic --use-mock-keychain --force-color-profile=srgb --hide-scrollbars
    --disable-background-timer-throttling --disable-backgrounding-occluded-windows --disable-renderer-backgrounding
    --disable-back-forward-cache --disable-hang-monitor --disable-prompt-on-repost --allow-pre-commit-input`),
  // Runs cross-site frames in separate processes, so they can't hang or crash the page. The headless shell needs this flag for that.
  '--site-per-process',
  // Lets pages change their URL more often than a person could. Gleaner counts such floods itself.
  '--disable-ipc-flooding-protection',
  // Containers have little shared memory.
  '--disable-dev-shm-usage',
  '--enable-unsafe-swiftshader',
  // Reports a mouse, which most visitors have, so that pages show the content that appears on hover.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
]

/** All features are in one flag, because only the last occurrence of a flag counts. */
const disabledFeatures = [
  ...split(`
    AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose LensOverlay MediaRouter PaintHolding
    ThirdPartyStoragePartitioning TcpPortRandomizationWin OptimizationHints NetworkTimeServiceQuerying AimEnabled
    PreconnectToSearch msForceBrowserSignIn msEdgeUpdateLaunchServicesPreferredVersion`),
  // These features would load a page over https even if it was requested over http.
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  // This feature keeps a spare process for cross-site frames, which slows down pages that have none.
  'SpareRendererForSitePerProcess',
  // Chromium 155 aborts preflighted redirects to other origins while requests are paused.
  'AvoidCorsURLLoaderRestartOnRedirect',
]

const speedFlags = ['--disable-gpu', '--lang=en-US', '--accept-lang=en-US,en', '--js-flags=--max-old-space-size=1024']

export const browserFlags: readonly string[] = [
  '--headless',
  ...quietFlags,
  `--disable-features=${disabledFeatures.join(',')}`,
  '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
  ...speedFlags,
]

function split(words: string): string[] {
  return words.trim().split(/\s+/)
}

/**
 * Flags for a browser whose proxy listens at `proxyServer` (`EgressProxy.server`). The page in `test/render/escape/escape.nightly.test.ts`
 * shows what each flag does (Chromium 156). With only the proxy flag, pages reach loopback. Without the WebRTC policy, UDP gets out. The
 * resolver rule and the flags for QUIC and pings are a second line of defense: without them, nothing more gets out. `--disable-features`
 * would replace Playwright's flag of that name, since only the last one counts.
 */
export function egressFlags(proxyServer: string): string[] {
  const { hostname } = new URL(proxyServer)
  return [
    `--proxy-server=${proxyServer}`,
    // Chromium's default bypasses the proxy for loopback, which a page must not reach.
    '--proxy-bypass-list=<-loopback>',
    // Stops the browser from resolving names: the guard resolves them instead.
    `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${hostname}`,
    '--disable-quic',
    // STUN, TURN and ICE would send UDP past the proxy. The full browser reads the first flag, the headless shell the second (both in
    // Chromium 156, November 2026).
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    // Turns off hyperlink auditing, reliability reports and phishing models, which pages don't need.
    '--no-pings',
    '--disable-domain-reliability',
    '--disable-client-side-phishing-detection',
  ]
}
