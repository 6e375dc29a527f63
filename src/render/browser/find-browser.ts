/** Finds the browser for rendering: the configured one, Playwright's own, or one installed on the system. */

import { execFile } from 'node:child_process'
import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { attempt } from '../../base/attempt.ts'
import { ServiceError } from '../../base/errors.ts'
import { once } from '../../base/once.ts'

export interface BrowserSearch {
  /** The value of `GLEANER_BROWSER_PATH`. If it is set, no other browser is used. */
  configuredPath?: string | null
  /** Returns the path of Playwright's own browser, which might not be installed. May fail. By default, asks Playwright. */
  playwrightPath?: () => Promise<string | null>
  /** Paths of other browsers, best first. By default, the usual ones on this system. */
  installedPaths?: readonly string[]
}

/** Returns the path of the browser to start, or null if none is found. */
export async function findBrowser({
  configuredPath = null,
  playwrightPath = askPlaywright,
  installedPaths = usualPaths(process.platform),
}: BrowserSearch = {}): Promise<string | null> {
  if (configuredPath !== null) return isExecutable(configuredPath) ? configuredPath : null
  // If Playwright has no browser for this system, an installed one may work.
  const own = await playwrightPath().catch(() => null)
  const candidates = own === null ? installedPaths : [...headlessShellBeside(own), own, ...installedPaths]
  return candidates.find(isExecutable) ?? null
}

/** Returns the path of the browser to start. Throws browser_unavailable, whose message contains the command that installs one. */
export async function requireBrowser(search: BrowserSearch = {}): Promise<string> {
  const path = await findBrowser(search)
  if (path !== null) return path
  const { configuredPath } = search
  const why = configuredPath
    ? `GLEANER_BROWSER_PATH names ${configuredPath}, which can't be run`
    : 'No browser is installed: run "gleaner install-browser", or set GLEANER_BROWSER_PATH'
  throw new ServiceError('browser_unavailable', why)
}

const linux = [
  // The headless shell comes first, because it starts more than twice as fast as the full browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chrome-headless-shell',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/usr/bin/chromium',
  '/usr/local/bin/chromium',
  '/usr/bin/microsoft-edge-stable',
  '/usr/bin/microsoft-edge',
  // This path comes last because on Ubuntu it is a script that merely points to the snap.
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
]

const macApplications = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]

/** Returns the usual paths of Chrome, Chromium and Edge on a system, best first. */
export function usualPaths(platform: NodeJS.Platform): string[] {
  const beneath = (folders: readonly string[], names: readonly string[], mark: string) =>
    names.flatMap((name) => folders.map((folder) => `${folder}${mark}${name}`))
  if (platform === 'darwin') return beneath(['/Applications', `${homedir()}/Applications`], macApplications, '/')
  if (platform !== 'win32') return linux
  const folders = ['C:\\Program Files', 'C:\\Program Files (x86)', `${homedir()}\\AppData\\Local`]
  return beneath(folders, windowsPrograms, '\\')
}

const program = fileURLToPath(new URL(`./child${extname(import.meta.url)}`, import.meta.url))

/** Playwright takes 40 MB of memory and is needed only for this path, so another process loads it. */
const askPlaywright = once(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  return stdout || null
})

/** Playwright keeps its headless shell in a folder next to the full browser: `chromium_headless_shell-1255`. */
function headlessShellBeside(own: string): string[] {
  const [, root, revision] = /^(.*[\\/])chromium-(\d+)[\\/]/.exec(own) ?? []
  if (root === undefined) return []
  const folder = `${root}chromium_headless_shell-${revision}`
  const names = attempt(() => readdirSync(folder)) ?? []
  return names.flatMap((name) =>
    ['chrome-headless-shell', 'chrome-headless-shell.exe', 'headless_shell'].map((file) => join(folder, name, file)),
  )
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
