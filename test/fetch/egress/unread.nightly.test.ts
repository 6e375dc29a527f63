import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { until } from '../../waits.ts'
import { openRawServer } from '../loopback.ts'
import { get, openProxy, site, tunnelTo } from './raw-browser.ts'

const mib = 1024 * 1024
const length = 64 * mib

it.each([
  ['a tunnel', (port: number) => `${site}:${port}`, true],
  ['a plain request', (port: number) => `http://${site}:${port}/`, false],
] as const)('the proxy receives no more of a response than the browser reads: %s', async (_, target, isTunnel) => {
  await using origin = await openRawServer((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`)
    socket.write(Buffer.alloc(length))
  }, site)
  const proxy = await openProxy()
  const session = proxy.openSession()
  const browser = connect(proxy.port, '127.0.0.1')
  onTestFinished(() => void browser.destroy())
  browser.on('error', () => {})
  if (isTunnel) {
    browser.write(tunnelTo(target(origin.port), session))
    browser.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  } else browser.write(get(target(origin.port), session))
  browser.pause()
  let before = -1
  await until('the response to stop', async () => {
    const isStill = session.bytes > 0 && session.bytes === before
    before = session.bytes
    await new Promise((resolve) => setTimeout(resolve, 200))
    return isStill
  })
  // Allows for the kernel's buffers. The proxy itself holds about 100 kB.
  expect(session.bytes).toBeLessThan(length / 2)
  let received = 0
  browser.on('data', (chunk) => {
    received += chunk.length
  })
  browser.resume()
  await until('the rest to arrive', () => received > length)
})
