/** Every way out that a page has: each of them leads to an address that it must not reach. */

export interface Targets {
  /** Port of the canary, which listens on 127.0.0.1 and [::1]. */
  port: number
  /** Port of the page's own server. */
  ownPort: number
}

/** `html` stands in the page, `script` are statements in it, `header` goes with its answer; `to` is the address that is tried. */
export interface Way {
  name: string
  html?: (to: string, targets: Targets) => string
  script?: (to: string, targets: Targets) => string
  header?: (to: string) => [name: string, value: string]
}

const peer = (servers: string) => `{
  const pc = new RTCPeerConnection({ iceServers: [${servers}] })
  pc.createDataChannel('x')
  pc.createOffer().then((offer) => pc.setLocalDescription(offer))
  kept.push(pc)
}`

/** Two peers in one page; the second one is told that the first lives at the canary. */
const candidate = (protocol: string, port: number) => `{
  const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()]
  kept.push(a, b)
  a.createDataChannel('x')
  const line = 'candidate:1 1 ${protocol} 2122260223 127.0.0.1 ${port} typ host${protocol === 'tcp' ? ' tcptype passive' : ''} generation 0'
  const run = async () => {
    await a.setLocalDescription(await a.createOffer())
    await b.setRemoteDescription(a.localDescription)
    await b.setLocalDescription(await b.createAnswer())
    await a.setRemoteDescription(b.localDescription)
    for (const pc of [a, b]) await pc.addIceCandidate({ candidate: line, sdpMid: '0', sdpMLineIndex: 0 })
  }
  run()
}`

const worker = (body: string) => `URL.createObjectURL(new Blob([${JSON.stringify(body)}], { type: 'text/javascript' }))`

export const ways: readonly Way[] = [
  // Parts of a document.
  { name: 'img', html: (to) => `<img src="${to}">` },
  { name: 'srcset', html: (to) => `<img srcset="${to} 1x, ${to}-2 2x">` },
  { name: 'picture', html: (to) => `<picture><source srcset="${to}"><img></picture>` },
  { name: 'input-image', html: (to) => `<input type="image" src="${to}">` },
  { name: 'background', html: (to) => `<table background="${to}"><tr><td>x</table>` },
  { name: 'script', html: (to) => `<script src="${to}"></script>` },
  { name: 'module', html: (to) => `<script type="module" src="${to}"></script>` },
  { name: 'stylesheet', html: (to) => `<link rel="stylesheet" href="${to}">` },
  { name: 'css-import', html: (to) => `<style>@import "${to}";</style>` },
  { name: 'css-url', html: (to) => `<p style="background: url(${to})">x</p>` },
  { name: 'css-image-set', html: (to) => `<p style="background: image-set(url(${to}) 1x)">x</p>` },
  { name: 'css-content', html: (to) => `<style>b::after { content: url(${to}) }</style><b>x</b>` },
  { name: 'css-cursor-mask', html: (to) => `<p style="mask-image: url(${to})">x</p>` },
  {
    name: 'font',
    html: (to) => `<style>@font-face { font-family: f; src: url(${to}) }</style><p style="font-family: f">x</p>`,
  },
  { name: 'iframe', html: (to) => `<iframe src="${to}"></iframe>` },
  { name: 'iframe-srcdoc', html: (to) => `<iframe srcdoc="<img src='${to}'>"></iframe>` },
  {
    name: 'frame-meta-refresh',
    html: (to) => `<iframe srcdoc="<meta http-equiv=refresh content='0; url=${to}'>"></iframe>`,
  },
  { name: 'object', html: (to) => `<object data="${to}"></object>` },
  { name: 'embed', html: (to) => `<embed src="${to}">` },
  { name: 'video', html: (to) => `<video src="${to}" autoplay muted></video>` },
  { name: 'video-source', html: (to) => `<video autoplay muted><source src="${to}"></video>` },
  { name: 'audio', html: (to) => `<audio src="${to}" preload="auto"></audio>` },
  { name: 'track', html: (to) => `<video muted crossorigin><track default src="${to}"></video>` },
  { name: 'poster', html: (to) => `<video poster="${to}"></video>` },
  { name: 'svg-image', html: (to) => `<svg><image href="${to}" width="9" height="9"/></svg>` },
  {
    name: 'svg-filter',
    html: (to) =>
      `<svg><filter id="f"><feImage href="${to}"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
  },
  { name: 'icon', html: (to) => `<link rel="icon" href="${to}">` },
  { name: 'manifest', html: (to) => `<link rel="manifest" href="${to}">` },
  { name: 'dictionary', html: (to) => `<link rel="compression-dictionary" href="${to}">` },
  // Hints.
  { name: 'prefetch', html: (to) => `<link rel="prefetch" href="${to}">` },
  { name: 'preload', html: (to) => `<link rel="preload" as="script" href="${to}">` },
  { name: 'modulepreload', html: (to) => `<link rel="modulepreload" href="${to}">` },
  { name: 'preconnect', html: (_, { port }) => `<link rel="preconnect" href="http://127.0.0.1:${port}">` },
  { name: 'dns-prefetch', html: () => '<link rel="dns-prefetch" href="//prefetched.example">' },
  { name: 'prerender', html: (to) => `<link rel="prerender" href="${to}">` },
  {
    name: 'speculation-prefetch',
    html: (to) => `<script type="speculationrules">{"prefetch":[{"urls":["${to}"],"eagerness":"immediate"}]}</script>`,
  },
  {
    name: 'speculation-prerender',
    html: (_, { ownPort }) =>
      `<script type="speculationrules">{"prerender":[{"urls":["http://127.0.0.2:${ownPort}/prerendered"],"eagerness":"immediate"}]}</script>`,
  },
  { name: 'link-header', header: (to) => ['Link', `<${to}>; rel=preload; as=script`] },
  // Other names of the same place.
  ...[
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '0.0.0.0',
    '127.0.0.1.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::]',
    'a.localhost',
    'LOCALHOST.',
    '0x7f000001',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '127.0.0.1.names.example',
    'rebinding.example',
  ].map(
    (host): Way => ({
      name: `host-${host}`,
      // Twice: a name may change its mind.
      script: (to) => {
        const url = to.replace('127.0.0.1', host)
        return `fetch('${url}', { mode: 'no-cors' }).finally(() => fetch('${url}', { mode: 'no-cors' }))`
      },
    }),
  ),
  // Requests of scripts.
  { name: 'fetch', script: (to) => `fetch('${to}')` },
  { name: 'fetch-no-cors', script: (to) => `fetch('${to}', { mode: 'no-cors', method: 'POST', body: 'x' })` },
  { name: 'fetch-keepalive', script: (to) => `fetch('${to}', { keepalive: true, mode: 'no-cors' })` },
  { name: 'xhr', script: (to) => `{ const x = new XMLHttpRequest(); x.open('PUT', '${to}'); x.send('x') }` },
  { name: 'beacon', script: (to) => `navigator.sendBeacon('${to}', 'x')` },
  { name: 'import', script: (to) => `import('${to}')` },
  { name: 'cache-add', script: (to) => `caches.open('c').then((cache) => cache.add('${to}'))` },
  { name: 'eventsource', script: (to) => `kept.push(new EventSource('${to}'))` },
  { name: 'websocket', script: (to) => `kept.push(new WebSocket('${to.replace('http', 'ws')}'))` },
  { name: 'websocket-tls', script: (to) => `kept.push(new WebSocket('${to.replace('http', 'wss')}'))` },
  { name: 'https', script: (to) => `fetch('${to.replace('http', 'https')}', { mode: 'no-cors' })` },
  { name: 'webtransport', script: (to) => `kept.push(new WebTransport('${to.replace('http', 'https')}'))` },
  {
    name: 'webtransport-hash',
    script: (to) =>
      `kept.push(new WebTransport('${to.replace('http', 'https')}', { serverCertificateHashes: [{ algorithm: 'sha-256', value: new Uint8Array(32) }] }))`,
  },
  // Workers and worklets.
  { name: 'worker-fetch', script: (to) => `kept.push(new Worker(${worker(`fetch('${to}')`)}))` },
  { name: 'worker-import', script: (to) => `kept.push(new Worker(${worker(`importScripts('${to}')`)}))` },
  {
    name: 'worker-websocket',
    script: (to) => `kept.push(new Worker(${worker(`new WebSocket('${to.replace('http', 'ws')}')`)}))`,
  },
  { name: 'shared-worker', script: (to) => `kept.push(new SharedWorker(${worker(`fetch('${to}')`)}))` },
  {
    name: 'service-worker',
    script: (to) => `navigator.serviceWorker.register('/service-worker.js?' + encodeURIComponent('${to}'))`,
  },
  { name: 'worklet', script: (to) => `CSS.paintWorklet.addModule('${to}')` },
  { name: 'audio-worklet', script: (to) => `new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule('${to}')` },
  // Peers.
  { name: 'stun', script: (_, { port }) => peer(`{ urls: 'stun:127.0.0.1:${port}' }`) },
  { name: 'stun-6', script: (_, { port }) => peer(`{ urls: 'stun:[::1]:${port}' }`) },
  { name: 'stun-name', script: (_, { port }) => peer(`{ urls: 'stun:stun.example:${port}' }`) },
  { name: 'turn', script: (_, { port }) => peer(`{ urls: 'turn:127.0.0.1:${port}', username: 'a', credential: 'b' }`) },
  {
    name: 'turn-tcp',
    script: (_, { port }) => peer(`{ urls: 'turn:127.0.0.1:${port}?transport=tcp', username: 'a', credential: 'b' }`),
  },
  {
    name: 'turns',
    script: (_, { port }) => peer(`{ urls: 'turns:127.0.0.1:${port}?transport=tcp', username: 'a', credential: 'b' }`),
  },
  { name: 'candidate-udp', script: (_, { port }) => candidate('udp', port) },
  { name: 'candidate-tcp', script: (_, { port }) => candidate('tcp', port) },
  // Journeys, each in a frame or a window of its own.
  { name: 'window-open', script: (to) => `kept.push(window.open('${to}'))` },
  { name: 'frame-location', html: (to) => `<iframe srcdoc="<script>location = '${to}'</script>"></iframe>` },
  { name: 'form-get', html: (to) => form('get', to) },
  { name: 'form-post', html: (to) => form('post', to) },
  {
    name: 'ping',
    html: (to, { ownPort }) =>
      `<iframe name="p"></iframe><a id="ping" target="p" href="http://127.0.0.2:${ownPort}/empty" ping="${to}">x</a>`,
    script: () => `document.querySelector('#ping').click()`,
  },
  {
    name: 'download',
    html: (to) => `<iframe name="d"></iframe><a id="download" download target="d" href="${to}">x</a>`,
    script: () => `document.querySelector('#download').click()`,
  },
  { name: 'redirect', html: (to) => `<img src="/redirect?${encodeURIComponent(to)}">` },
  { name: 'redirect-frame', html: (to) => `<iframe src="/redirect?${encodeURIComponent(to)}"></iframe>` },
  { name: 'redirect-fetch', script: (to) => `fetch('/redirect?' + encodeURIComponent('${to}'), { mode: 'no-cors' })` },
  {
    name: 'redirect-chain',
    script: (to) =>
      `fetch('/redirect?' + encodeURIComponent('/redirect?' + encodeURIComponent('${to}')), { mode: 'no-cors' })`,
  },
  // Reports.
  {
    name: 'csp-report',
    header: (to) => ['Content-Security-Policy', `base-uri 'none'; report-uri ${to}`],
    html: () => '<base href="/x">',
  },
  { name: 'reporting', header: (to) => ['Reporting-Endpoints', `default="${to.replace('http', 'https')}"`] },
  { name: 'reporting-csp', header: () => ['Content-Security-Policy', "base-uri 'none'; report-to default"] },
  {
    name: 'report-to',
    header: (to) => [
      'Report-To',
      JSON.stringify({ group: 'nel', max_age: 99, endpoints: [{ url: to.replace('http', 'https') }] }),
    ],
  },
  {
    name: 'nel',
    header: () => ['NEL', '{"report_to":"nel","max_age":99,"success_fraction":1.0,"failure_fraction":1.0}'],
  },
  // Features that send in the background.
  { name: 'fetch-later', script: (to) => `fetchLater('${to}', { activateAfter: 0 })` },
  { name: 'attribution', html: (to) => `<img attributionsrc="${to}">` },
  {
    name: 'fedcm',
    script: (to) => `navigator.credentials.get({ identity: { providers: [{ configURL: '${to}', clientId: 'x' }] } })`,
  },
  {
    name: 'payment',
    script: (to) =>
      `new PaymentRequest([{ supportedMethods: '${to.replace('http', 'https')}' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment()`,
  },
  // More parts of a document.
  { name: 'svg-use', html: (to) => `<svg><use href="${to}#a"/></svg>` },
  { name: 'svg-foreign', html: (to) => `<svg><foreignObject><img src="${to}"></foreignObject></svg>` },
  { name: 'css-clip-path', html: (to) => `<p style="clip-path: url(${to}#a)">x</p>` },
  { name: 'css-cursor', html: (to) => `<style>:root { cursor: url(${to}), auto }</style>` },
  { name: 'css-list', html: (to) => `<ul style="list-style-image: url(${to})"><li>x</ul>` },
  { name: 'css-border', html: (to) => `<p style="border: 9px solid; border-image: url(${to}) 1">x</p>` },
  { name: 'css-shape', html: (to) => `<p style="float: left; shape-outside: url(${to})">x</p>` },
  { name: 'css-layer', html: (to) => `<style>@import url(${to}) layer(a) supports(display: grid);</style>` },
  {
    name: 'css-adopted',
    script: (to) =>
      `{ const sheet = new CSSStyleSheet(); sheet.replaceSync('i { background: url(${to}) }'); document.adoptedStyleSheets.push(sheet); document.body.append(document.createElement('i')); document.querySelector('i').textContent = 'x' }`,
  },
  { name: 'print-style', html: (to) => `<link rel="stylesheet" media="print" href="${to}">` },
  { name: 'alternate-style', html: (to) => `<link rel="alternate stylesheet" title="a" href="${to}">` },
  { name: 'touch-icon', html: (to) => `<link rel="apple-touch-icon" href="${to}"><link rel="mask-icon" href="${to}">` },
  { name: 'search', html: (to) => `<link rel="search" type="application/opensearchdescription+xml" href="${to}">` },
  { name: 'preload-image', html: (to) => `<link rel="preload" as="image" imagesrcset="${to} 1x">` },
  { name: 'preload-font', html: (to) => `<link rel="preload" as="font" crossorigin href="${to}">` },
  {
    name: 'object-svg',
    html: (to) => `<object type="image/svg+xml" data="${to}"></object><applet archive="${to}"></applet>`,
  },
  { name: 'web-bundle', html: (to) => `<script type="webbundle">{"source":"${to}","resources":["${to}-a"]}</script>` },
  { name: 'fenced-frame', html: (to) => `<fencedframe></fencedframe><portal src="${to}"></portal>` },
  {
    name: 'frame-data',
    html: (to) => `<iframe src="data:text/html,<script>fetch('${to}',{mode:'no-cors'})</script>"></iframe>`,
  },
  { name: 'frame-javascript', html: (to) => `<iframe src="javascript:fetch('${to}',{mode:'no-cors'})"></iframe>` },
  {
    name: 'frame-blob',
    script: (to) =>
      `{ const frame = document.createElement('iframe'); frame.src = URL.createObjectURL(new Blob(['<img src="${to}">'], { type: 'text/html' })); document.body.append(frame) }`,
  },
  {
    name: 'frame-unload',
    script: (to) =>
      `{ const frame = document.createElement('iframe'); document.body.append(frame); frame.contentWindow.onpagehide = () => navigator.sendBeacon('${to}', 'x'); frame.remove() }`,
  },
  // More hints and reports, by headers.
  { name: 'preconnect-header', header: (to) => ['Link', `<${new URL(to).origin}>; rel=preconnect`] },
  { name: 'speculation-header', header: (to) => ['Speculation-Rules', `"${to}"`] },
  {
    name: 'embedder-report',
    header: (to) => ['Cross-Origin-Embedder-Policy-Report-Only', `require-corp; report-to="default"; x="${to}"`],
  },
  { name: 'permissions-report', header: () => ['Permissions-Policy-Report-Only', 'geolocation=();report-to=default'] },
  // More requests of scripts.
  { name: 'font-face', script: (to) => `new FontFace('g', 'url(${to})').load()` },
  { name: 'audio-play', script: (to) => `new Audio('${to}').play()` },
  { name: 'wasm', script: (to) => `WebAssembly.compileStreaming(fetch('${to}'))` },
  { name: 'address-space', script: (to) => `fetch('${to}', { targetAddressSpace: 'loopback', mode: 'no-cors' })` },
  { name: 'topics', script: (to) => `fetch('${to}', { browsingTopics: true, mode: 'no-cors' })` },
  {
    name: 'private-token',
    script: (to) => `fetch('${to}', { privateToken: { version: 1, operation: 'token-request' } })`,
  },
  { name: 'websocket-stream', script: (to) => `kept.push(new WebSocketStream('${to.replace('http', 'ws')}'))` },
  {
    name: 'tcp-socket',
    script: (_, { port }) =>
      `kept.push(new TCPSocket('127.0.0.1', ${port}), new UDPSocket({ remoteAddress: '127.0.0.1', remotePort: ${port} }))`,
  },
  { name: 'presentation', script: (to) => `new PresentationRequest('${to}').getAvailability()` },
  {
    name: 'passkey',
    script: () => `navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16), rpId: '127.0.0.1' } })`,
  },
  {
    name: 'interest-group',
    script: (to) =>
      `navigator.joinAdInterestGroup({ owner: '${to.replace('http', 'https')}', name: 'x', lifetimeMs: 9999, biddingLogicURL: '${to.replace('http', 'https')}' })`,
  },
  { name: 'shared-storage', script: (to) => `sharedStorage.worklet.addModule('${to}')` },
  { name: 'worker-module', script: (to) => `kept.push(new Worker(${worker(`import '${to}'`)}, { type: 'module' }))` },
  { name: 'worker-eventsource', script: (to) => `kept.push(new Worker(${worker(`new EventSource('${to}')`)}))` },
  {
    name: 'worker-nested',
    script: (to) => `kept.push(new Worker(${worker(`new Worker(URL.createObjectURL(new Blob(["fetch('${to}')"])))`)}))`,
  },
  { name: 'shared-worker-import', script: (to) => `kept.push(new SharedWorker(${worker(`importScripts('${to}')`)}))` },
  {
    name: 'stun-tls',
    script: (_, { port }) =>
      peer(
        `{ urls: 'stuns:127.0.0.1:${port}' }, { urls: 'turn:turn.example:${port}?transport=tcp', username: 'a', credential: 'b' }`,
      ),
  },
  {
    name: 'link-blank',
    html: (to) => `<a id="blank" target="_blank" rel="noopener" href="${to}">x</a>`,
    script: () => `document.querySelector('#blank').click()`,
  },
  // The browser's own doors, guessed.
  ...[9222, 9229, 9515].map(
    (port): Way => ({
      name: `devtools-${port}`,
      script: () =>
        `fetch('http://127.0.0.1:${port}/json/version', { mode: 'no-cors' }); kept.push(new WebSocket('ws://127.0.0.1:${port}/devtools/browser'))`,
    }),
  ),
  // Other schemes: nothing to count, but nothing to break either.
  ...[
    'file:///etc/passwd',
    'chrome://version/',
    'view-source:http://127.0.0.1/',
    'ftp://127.0.0.1/',
    'filesystem:http://127.0.0.1/temporary/x',
  ].map((url): Way => ({ name: `scheme-${url.split(':')[0]}`, html: () => `<iframe src="${url}"></iframe>` })),
]

function form(method: string, to: string): string {
  return `<iframe name="${method}"></iframe><form method="${method}" action="${to}" target="${method}"><input name="a"></form>
<script>document.forms[document.forms.length - 1].submit()</script>`
}
