/** What keeps a browser inside the fence: the flags that leave it the egress proxy as its only way out. */

/**
 * `proxyServer` is `EgressProxy.server`. Measured with the page of `test/render/fence.slow.test.ts` (Chromium 156): the proxy alone lets
 * loopback out, and without the WebRTC policy UDP leaves. Leaving out the resolver rule, QUIC or pings alone let out nothing:
 * they are second locks.
 * No `--disable-features` here: the last one wins, and Playwright's own would be lost.
 */
export function fenceFlags(proxyServer: string): string[] {
  const { hostname } = new URL(proxyServer)
  return [
    `--proxy-server=${proxyServer}`,
    // Without it loopback, which is what a page must not reach, goes around the proxy.
    '--proxy-bypass-list=<-loopback>',
    // Nothing is looked up here: the names of pages are the guard's to resolve.
    `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${hostname}`,
    '--disable-quic',
    // STUN, TURN and ICE would send UDP past the proxy. The full browser reads the first spelling, the headless shell the second
    // (both 156, November 2026); neither knows the other's.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    // Hyperlink auditing, reliability reports, phishing models: sent for nobody who reads the page.
    '--no-pings',
    '--disable-domain-reliability',
    '--disable-client-side-phishing-detection',
  ]
}
