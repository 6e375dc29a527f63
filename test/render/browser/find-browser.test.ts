import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findBrowser, requireBrowser, usualPaths } from '../../../src/render/browser/find-browser.ts'

/** A folder with executable files that have these names. */
function openFolder(...names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-browsers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), '#!/bin/sh\n')
    chmodSync(join(folder, name), 0o755)
  }
  return (name: string) => join(folder, name)
}

const nowhere = async () => null

describe('findBrowser', () => {
  it('uses the configured browser and no other', async () => {
    const at = openFolder('mine', 'installed', 'own')
    const others = { playwrightPath: async () => at('own'), installedPaths: [at('installed')] }
    expect(await findBrowser({ configuredPath: at('mine'), ...others })).toBe(at('mine'))
    expect(await findBrowser({ configuredPath: at('missing'), ...others })).toBeNull()
  })

  it("prefers Playwright's browser to an installed one, and its headless shell to its full browser", async () => {
    const full = 'chromium-1255/chrome-linux64/chrome'
    const shell = 'chromium_headless_shell-1255/chrome-headless-shell-linux64/chrome-headless-shell'
    const older = 'chromium_headless_shell-1254/chrome-headless-shell-linux64/chrome-headless-shell'
    const both = openFolder(full, shell, older, 'installed')
    const search = (at: (name: string) => string) => ({
      playwrightPath: async () => at(full),
      installedPaths: [at('installed')],
    })
    expect(await findBrowser(search(both))).toBe(both(shell))
    const onlyShell = openFolder(shell, 'installed')
    expect(await findBrowser(search(onlyShell))).toBe(onlyShell(shell))
    const onlyFull = openFolder(full, older, 'installed')
    expect(await findBrowser(search(onlyFull))).toBe(onlyFull(full))
    const neither = openFolder(older, 'installed')
    expect(await findBrowser(search(neither))).toBe(neither('installed'))
  })

  it("asks Playwright for its browser's path", async () => {
    const browsers = openFolder('nothing')('')
    const path = chromium.executablePath().replace(/^.*?[\\/]chromium-/, join(browsers, 'chromium-'))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '#!/bin/sh\n')
    chmodSync(path, 0o755)
    vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', browsers)
    expect(await findBrowser({ installedPaths: [] })).toBe(path)
  })

  it('skips paths that are missing, a folder, or not executable', async () => {
    const at = openFolder('folder/file', 'plain', 'good')
    chmodSync(at('plain'), 0o644)
    const installedPaths = [at('missing'), at('folder'), at('plain'), at('good')]
    expect(await findBrowser({ playwrightPath: nowhere, installedPaths })).toBe(at('good'))
    expect(await findBrowser({ playwrightPath: nowhere, installedPaths: installedPaths.slice(0, 3) })).toBeNull()
  })

  it('finds Chrome, Chromium and Edge in their default locations on each system', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const paths = usualPaths(platform).join('\n')
      for (const name of [/chrome/i, /chromium/i, /edge/i]) expect(paths, platform).toMatch(name)
    }
  })
})

describe('requireBrowser', () => {
  it('throws browser_unavailable with the command to run, or names the setting that is wrong', async () => {
    const nothing = { playwrightPath: nowhere, installedPaths: [] }
    await expect(requireBrowser(nothing)).rejects.toMatchObject({
      type: 'browser_unavailable',
      message: expect.stringContaining('gleaner install-browser'),
    })
    await expect(requireBrowser({ ...nothing, configuredPath: '/no/browser' })).rejects.toMatchObject({
      type: 'browser_unavailable',
      message: expect.stringMatching(/GLEANER_BROWSER_PATH.*\/no\/browser/),
    })
  })
})
