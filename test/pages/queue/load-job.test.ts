import { describe, expect, it } from 'vitest'
import { noShare } from '../../../src/base/share.ts'
import type { PageRequest } from '../../../src/page/page.ts'
import { type LoadJob, packLoadJob } from '../../../src/pages/queue/load-job.ts'
import { unpackValue } from '../../../src/pages/queue/packed-value.ts'

describe('a job to load a page', () => {
  it("contains the language, the device and everything else that a worker can't know", () => {
    const request: PageRequest = {
      ...{ url: new URL('https://example.com/a'), signal: new AbortController().signal, share: noShare },
      deadlineAt: performance.now() + 60_000,
      ...{ locale: 'de-CH', device: 'tablet', waitFor: 'h1', forbidden: ['/aclk?'] },
      own: { origin: 'https://example.com', headers: { 'x-a': 'b' }, cookies: {} },
      checkSite: () => {},
    }
    const { url, locale, device, waitFor, forbidden, own } = request
    const job = unpackValue<LoadJob>(packLoadJob(request))?.value
    expect(job).toEqual({
      ...{ url: url.href, locale, device, waitFor, forbidden, own, isBound: true },
      ...{ sealedAt: expect.any(Number), leftMs: expect.any(Number) },
    })
    expect(job?.sealedAt).toBeLessThanOrEqual(Date.now())
    expect(job?.leftMs).toBeLessThanOrEqual(60_000)
  })
})
