/** The flags that make the egress proxy the browser's only way out. */

/**
 * Flags for a browser whose proxy listens at `proxyServer` (`EgressProxy.server`). Measured with the page of
 * `test/render/escape/escape.nightly.test.ts` (Chromium 156): with only the proxy flag, pages reach loopback, and without the WebRTC
 * policy, UDP gets out. Without the resolver rule, or the flags for QUIC and pings, nothing got out: they are a second line of defence.
 * There is no `--disable-features`: only the last occurrence counts, so Playwright's own would be lost.
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
    // STUN, TURN and ICE would send UDP past the proxy. The full browser reads the first flag, the headless shell the second
    // (both 156, November 2026).
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    // Hyperlink auditing, reliability reports and phishing models, which pages don't depend on.
    '--no-pings',
    '--disable-domain-reliability',
    '--disable-client-side-phishing-detection',
  ]
}
