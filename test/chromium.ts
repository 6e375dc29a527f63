/** One Chromium for all tests in a process, opened on first use. Each test opens a context or page and closes it. */

import { type Browser, chromium } from 'playwright'
import { browserPath } from './render/open-renderer.ts'

let opening: Promise<Browser> | null = null

/** Closes Chromium when the process exits. */
export function sharedChromium(): Promise<Browser> {
  opening ??= chromium.launch({ executablePath: browserPath ?? undefined, args: ['--no-sandbox'] })
  return opening
}

/** Closes Chromium in a program that would otherwise keep running. */
export async function closeChromium(): Promise<void> {
  await (await opening)?.close()
  opening = null
}
