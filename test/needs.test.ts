import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { lacks } from './needs.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('a test requirement', () => {
  it('does not skip the test if it is met', () => {
    vi.stubEnv('CI', 'true')
    expect(lacks('Redis', true)).toBe(false)
  })

  it('skips the test if it is missing, and reports that once', () => {
    vi.stubEnv('CI', '')
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect([lacks('a small disk', false), lacks('a small disk', false)]).toEqual([true, true])
    expect(write.mock.calls).toEqual([
      ['Tests are skipped, since this machine lacks a small disk: allow this user to mount a tmpfs.\n'],
    ])
  })

  it('fails the test with CI=true, unless TESTS_WITHOUT names it', () => {
    vi.stubEnv('CI', 'true')
    vi.stubEnv('TESTS_WITHOUT', 'saved pages, a browser')
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(() => lacks('Redis', false)).toThrow(
      'CI is set and this machine lacks Redis: run "npx node scripts/ensure-services.mjs"',
    )
    expect(lacks('saved pages', false)).toBe(true)
  })

  it('may be waived in .ci/run only if it cannot be part of a clean checkout', () => {
    const run = readFileSync(new URL('../.ci/run', import.meta.url), 'utf8')
    expect(run.match(/TESTS_WITHOUT=.*/g)).toEqual(["TESTS_WITHOUT='saved pages'"])
  })

  it('is not a browser or a package manager in a quick test', () => {
    const quick = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.test\.ts$/.test(path) && !/\.(slow|nightly|release)\.test\.ts$|node_modules/.test(path),
    )
    expect(quick.length).toBeGreaterThan(80)
    const needy = quick.filter((path) =>
      /\blacksBrowser\b|packaging\/registry\.ts'|frameworks\/install\.ts'|installed-packages\.ts'/.test(
        readFileSync(new URL(path, import.meta.url), 'utf8'),
      ),
    )
    expect(needy.filter((path) => path !== 'needs.test.ts')).toEqual([])
  })
})
