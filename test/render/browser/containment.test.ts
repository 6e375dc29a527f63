import { describe, expect, it } from 'vitest'
import { containmentsFor, weakerAfter } from '../../../src/render/browser/browser-process.ts'

const choices = containmentsFor('linux', true)
const [best, unsandboxed, asRoot] = choices
if (!best || !unsandboxed || !asRoot) throw new Error('There are three choices for root')

describe('a browser', () => {
  it('is sandboxed regardless of who starts it, and avoids running as root', () => {
    expect(containmentsFor('linux', false)).toEqual([{ user: null, isSandboxed: true, words: 'sandboxed' }])
    expect(containmentsFor('darwin', true).map(({ isSandboxed }) => isSandboxed)).toEqual([false])
    expect(best).toEqual({ user: { uid: 65534, gid: 65534 }, isSandboxed: true, words: 'sandboxed as nobody' })
  })

  it.each([
    ['FATAL:zygote_host_impl_linux.cc(132)] No usable sandbox! If you are running on Ubuntu 23.10+', unsandboxed],
    ['Failed to move to new namespace: PID namespaces supported, Network namespace supported, but failed', unsandboxed],
    ['spawn /root/.cache/ms-playwright/chrome-headless-shell EACCES', asRoot],
    ['Error: spawn EINVAL', asRoot],
    ['/usr/bin/chromium: 3: /opt/chromium: Permission denied', asRoot],
    ['error while loading shared libraries: libnss3.so: cannot open shared object file: Permission denied', asRoot],
  ])("lacks only the containment that the machine doesn't support: %s", (failure, weaker) => {
    expect(weakerAfter(best, choices, failure)).toBe(weaker)
  })

  it('loses no containment after a crash, or without output', () => {
    for (const failure of ['', 'Segmentation fault', 'It did not respond within 15000 ms'])
      expect(weakerAfter(best, choices, failure)).toBeNull()
    expect(weakerAfter(asRoot, choices, 'No usable sandbox')).toBeNull()
  })

  it('is not started without its sandbox by a user other than root', () => {
    const [own] = containmentsFor('linux', false)
    expect(own && weakerAfter(own, [own], 'No usable sandbox!')).toBeNull()
  })
})
