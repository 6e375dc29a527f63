/** One Chromium for all tests of a process, opened by the first that asks for it. Each test opens a context or page and closes it. */

import { type Browser, chromium } from 'playwright'
import { browserPath } from './render/open-renderer.ts'

let opening: Promise<Browser> | null = null

/** It ends with the process. */
export function sharedChromium(): Promise<Browser> {
  opening ??= chromium.launch({ executablePath: browserPath ?? undefined, args: ['--no-sandbox'] })
  return opening
}

/** Stops it, for a program that would run on with it. */
export async function closeChromium(): Promise<void> {
  await (await opening)?.close()
  opening = null
}
