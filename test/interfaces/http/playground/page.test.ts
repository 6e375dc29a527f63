import { describe, expect, it, onTestFinished } from 'vitest'
import { openTestService, type TestService } from '../../../service.ts'

async function openService(settings: Record<string, string> = {}): Promise<TestService> {
  const service = await openTestService(settings)
  onTestFinished(() => service.close())
  return service
}

describe('the page at /', () => {
  it("loads nothing from elsewhere, runs no inline code, and can't be framed", async () => {
    const { url } = await openService()
    const response = await fetch(`${url}/`)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy')?.split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        ...[
          "default-src 'none'",
          "script-src 'self'",
          "connect-src 'self'",
          "img-src 'self' data:",
          "frame-src 'none'",
          "worker-src 'self'",
          'trusted-types frame worker',
        ],
        ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"],
        expect.stringMatching(/^style-src 'self' 'sha256-[\w+/]{43}='$/),
      ]),
    )
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    const html = await response.text()
    expect(html).not.toMatch(/https?:|<style|<script(?![^>]* src=")|style=| on\w+=/)
  })

  it('serves its script and style sheet without a key', async () => {
    const { url } = await openService()
    for (const [path, type] of [
      ['playground.js', 'text/javascript'],
      ['markdown-worker.js', 'text/javascript'],
      ['playground.css', 'text/css'],
      ['icon.svg', 'image/svg+xml'],
    ]) {
      const response = await fetch(`${url}/${path}`)
      expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, type])
      expect(await response.text()).not.toMatch(/@import|url\(\s*["']?https?:/)
    }
  })

  it('does not exist with GLEANER_PLAYGROUND=off', async () => {
    const { url } = await openService({ GLEANER_PLAYGROUND: 'off' })
    for (const path of ['/', '/playground.js', '/frame.css']) {
      const response = await fetch(url + path)
      expect([response.status, await response.json()]).toMatchObject([404, { detail: [{ type: 'not_found' }] }])
    }
  })
})
