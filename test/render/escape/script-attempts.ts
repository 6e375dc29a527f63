/** Attempts to reach a forbidden URL with scripts, workers and peers. */

import type { Attempt } from './attempt.ts'

const peer = (servers: string) => `{
  const pc = new RTCPeerConnection({ iceServers: [${servers}] })
  pc.createDataChannel('x')
  pc.createOffer().then((offer) => pc.setLocalDescription(offer))
  kept.push(pc)
}`

/** Two peers in one page. Each is given the canary as the other's address. */
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

export const scriptAttempts: readonly Attempt[] = [
  // Other names for the same host.
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
    (host): Attempt => ({
      name: `host-${host}`,
      // Sent twice, because a name may resolve differently the second time.
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
  // Features that send data in the background.
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
  // Likely ports of the browser's own interfaces.
  ...[9222, 9229, 9515].map(
    (port): Attempt => ({
      name: `devtools-${port}`,
      script: () =>
        `fetch('http://127.0.0.1:${port}/json/version', { mode: 'no-cors' }); kept.push(new WebSocket('ws://127.0.0.1:${port}/devtools/browser'))`,
    }),
  ),
]
