/** The flags that make the egress proxy the browser's only way out. */

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
