/** Sets the language, device, User-Agent, window and pointer that servers, scripts and workers see. */

import { languagesOf } from '../../base/languages.ts'
import { deviceHints } from '../../fetch/http/request-headers.ts'
import type { DeviceKind } from '../../page/page.ts'
import type { PageSession } from '../browser/devtools-connection.ts'

/** The languages that this machine's browsers get from their flags. */
const usualLanguages = ['en-US', 'en']

interface Hinted {
  userAgent: string
  userAgentMetadata: Record<'platform' | 'platformVersion' | 'architecture' | 'model', string> & { mobile: boolean }
}

export type PageLanguage = ReturnType<typeof createPageLanguage>

/** `userAgent` is null for a browser that got it from a flag. */
export function createPageLanguage(page: PageSession, userAgent: string | null = null) {
  let hinted: Hinted | null = null
  let languages: readonly string[] = userAgent === null ? [] : usualLanguages

  /** With an empty User-Agent, the command changes only the languages. Chromium adds the weights to the header. */
  function give({ send }: PageSession): Promise<unknown>[] {
    const [locale] = languages
    const acceptLanguage = locale === undefined ? {} : { acceptLanguage: languages.join(',') }
    return [
      send('Emulation.setUserAgentOverride', { userAgent: userAgent ?? '', ...acceptLanguage, ...hinted }),
      ...(locale === undefined ? [] : [send('Emulation.setLocaleOverride', { locale })]),
    ]
  }

  return {
    /** Sets the page's User-Agent and language. Does nothing if the browser got them from its flags. */
    async prepare(): Promise<void> {
      if (userAgent !== null) await Promise.all(give(page))
    },
    async set(locale: string): Promise<void> {
      languages = languagesOf(locale)
      await Promise.all(give(page))
    },
    /** Sets the client hints for a kind of device, with the same User-Agent. */
    async setDevice(device: DeviceKind): Promise<void> {
      const { mobile, platform } = deviceHints[device]
      // The command accepts hints only with a User-Agent.
      const { result } = await page.send('Runtime.evaluate', { expression: 'navigator.userAgent' })
      const others = { platformVersion: '', architecture: '', model: '' }
      hinted = { userAgent: String(result.value), userAgentMetadata: { mobile, platform, ...others } }
      await Promise.all(give(page))
    },
    /** Applies the settings to a worker, or to an out-of-process frame, before its scripts run. */
    giveTo(child: PageSession): void {
      // A worker already has its page's locale, and rejects another one.
      if (languages.length > 0 || hinted) for (const giving of give(child)) giving.catch(() => {})
    },
  }
}

interface Screen {
  width: number
  height: number
  /** True if the page's viewport setting applies and the pointer is a finger. */
  isHandheld: boolean
}

/** Sizes in CSS pixels. */
const screens: Readonly<Record<DeviceKind, Screen>> = {
  desktop: { width: 1280, height: 720, isHandheld: false },
  mobile: { width: 412, height: 915, isHandheld: true },
  tablet: { width: 820, height: 1180, isHandheld: true },
}

export function screenOf(device: DeviceKind = 'desktop'): Screen {
  return screens[device]
}

export async function useScreen(send: PageSession['send'], screen: Screen): Promise<void> {
  if (!screen.isHandheld) return
  await Promise.all([
    resize(send, screen),
    send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }),
  ])
}

/** A scale of 1 uses the least memory. */
export async function resize(send: PageSession['send'], { width, height, isHandheld }: Screen): Promise<void> {
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: isHandheld })
}
