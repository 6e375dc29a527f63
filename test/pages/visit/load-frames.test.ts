import { expect, it } from 'vitest'
import { noShare } from '../../../src/base/share.ts'
import { createAddressPolicy } from '../../../src/fetch/guard/address-policy.ts'
import type { PageRequest } from '../../../src/page/page.ts'
import { createPageLoader, type PageEngine } from '../../../src/pages/visit/load-page.ts'

it('frames stay under their time limit if the load of another frame fails', async () => {
  const failure = new Error('a failure that is not about the page')
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<unknown>()
  const source: PageEngine['fetchPage'] = {
    async load({ url, signal }: PageRequest) {
      if (url.pathname === '/failing') throw failure
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          onEnd(signal.reason)
          reject(signal.reason)
        })
      })
    },
    async close() {},
  }
  const engine = { policy: createAddressPolicy({ allowAddresses: [] }), fetchPage: source, renderPage: source }
  const work = { signal: new AbortController().signal, share: noShare, deadlineAt: performance.now() + 100 }
  const { loadFrames } = createPageLoader(engine, null)
  const frames = ['https://example.com/failing', 'https://example.com/slow']
  const target = { url: new URL('https://example.com/') } as Parameters<typeof loadFrames>[1]
  await expect(loadFrames(frames, target, work as Parameters<typeof loadFrames>[2])).rejects.toBe(failure)
  await expect(ended).resolves.toMatchObject({ type: 'target_timeout' })
})
