import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { openTestService } from '../../service.ts'

/** Returns the data that a connection receives until the service closes it. */
function receive(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.once('close', () => resolve(received))
    socket.once('error', reject)
  })
}

it('a connection without a request is closed without a response, and incomplete headers are refused', async () => {
  const service = await openTestService()
  const port = Number(new URL(service.url).port)
  const [silent, half] = await Promise.all([receive(port, ''), receive(port, 'GET /healthz HTTP/1.1\r\nhost: x')])
  expect(silent).toBe('')
  expect(half).toContain('The request did not arrive in time')
  await service.close()
})
