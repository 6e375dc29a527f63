/** Tests device emulation in a real browser. */

import { describe, expect, it } from 'vitest'
import type { DeviceKind } from '../../../src/page/page.ts'
import { htmlOf, lacksBrowser, openRenderer } from '../open-renderer.ts'
import { openNotedOrigin } from './own-fields-site.ts'

const told =
  "[innerWidth, navigator.maxTouchPoints, matchMedia('(pointer: coarse)').matches, navigator.userAgentData?.mobile, navigator.userAgentData?.platform].join()"
const page = `<meta name="viewport" content="width=device-width"><p id="first"></p><p id="last"></p>
<script>first.textContent = 'first ' + ${told}; addEventListener('scroll', () => {}); addEventListener('resize', () => { last.textContent = 'last ' + ${told} })</script>
<script src="/script"></script><div style="height: 5000px"></div><iframe src="{other}/frame"></iframe>`

describe.skipIf(lacksBrowser)('a page', () => {
  it.each<[DeviceKind, string, string, string]>([
    ['desktop', '1280,0,false,false,Linux', '?0', '"Linux"'],
    ['mobile', '412,5,true,true,Android', '?1', '"Android"'],
    ['tablet', '820,5,true,false,Android', '?0', '"Android"'],
  ])(
    "on a %s has the device's window, pointer and client hints, and the same User-Agent",
    async (device, words, mobile, platform) => {
      await using other = await openNotedOrigin(() => ({ '/frame': '<p>A frame' }), '127.0.0.2')
      await using own = await openNotedOrigin(() => ({ '/': page.replaceAll('{other}', other.url), '/script': '' }))
      // A tab that has waited for a long time in a shared browser is sometimes neither drawn nor notified of a new size.
      await using rendering = openRenderer()
      const rendered = await rendering.load(`${own.url}/`, { device })
      const html = htmlOf(rendered)
      expect(html).toContain(`first ${words}`)
      expect(html).toContain(`last ${words}`)
      const visits = [...own.visits, ...other.visits]
      expect(visits.map(({ path }) => path).sort()).toEqual(['/', '/frame', '/script'])
      for (const { path, headers } of visits) {
        const hints = [headers['sec-ch-ua-mobile'], headers['sec-ch-ua-platform']]
        expect([path, ...hints]).toEqual([path, mobile, platform])
        expect(headers['user-agent']).toBe('Mozilla/5.0 (compatible; Gleaner/0.1)')
        expect(headers['accept-language']).toBe('en-US,en')
      }
    },
  )
})
