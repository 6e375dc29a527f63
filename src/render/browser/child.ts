/** The program of a child process that prints the path of Playwright's own browser. Fails if Playwright has none for this system. */

import { enableCompileCache } from 'node:module'

enableCompileCache()
const { chromium } = await import('playwright')
process.stdout.write(chromium.executablePath())
