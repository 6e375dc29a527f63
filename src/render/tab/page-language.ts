/** The language and the kind of device that a page is asked for with, and the name that its browser gives itself: in its requests, and to its scripts and workers. */

import { languagesOf } from '../../base/languages.ts'
import { deviceHints } from '../../fetch/http/device-hints.ts'
import type { DeviceKind } from '../../html/page.ts'
import type { PageSession } from '../browser/devtools-connection.ts'

interface PageLanguage {
  /** Resolves when the page has the User-Agent and a language. Does nothing for a browser that has them by its flags. */
  prepare(): Promise<void>
  set(locale: string): Promise<void>
  /** Client hints of a kind of device, beside the same User-Agent. */
  setDevice(device: DeviceKind): Promise<void>
  /** Gives it to a worker, or to a frame with its own process, before their scripts run. */
  giveTo(child: PageSession): void
}

/** What the browsers of this machine have by their flags. */
const usualLanguages = ['en-US', 'en']

interface Hinted {
  userAgent: string
  userAgentMetadata: Record<'platform' | 'platformVersion' | 'architecture' | 'model', string> & { mobile: boolean }
}

/** `userAgent` is null for a browser that has it by a flag. */
export function createPageLanguage(page: PageSession, userAgent: string | null = null): PageLanguage {
  let hinted: Hinted | null = null
  let languages: readonly string[] = userAgent === null ? [] : usualLanguages

  /** With an empty User-Agent the command changes the languages alone; Chromium adds the weights to the header. */
  function give({ send }: PageSession): Promise<unknown>[] {
    const [locale] = languages
    const acceptLanguage = locale === undefined ? {} : { acceptLanguage: languages.join(',') }
    return [
      send('Emulation.setUserAgentOverride', { userAgent: userAgent ?? '', ...acceptLanguage, ...hinted }),
      ...(locale === undefined ? [] : [send('Emulation.setLocaleOverride', { locale })]),
    ]
  }

  return {
    async prepare() {
      if (userAgent !== null) await Promise.all(give(page))
    },
    async set(locale) {
      languages = languagesOf(locale)
      await Promise.all(give(page))
    },
    async setDevice(device) {
      const { mobile, platform } = deviceHints[device]
      // The command takes hints only with a User-Agent.
      const { result } = await page.send('Runtime.evaluate', { expression: 'navigator.userAgent' })
      const others = { platformVersion: '', architecture: '', model: '' }
      hinted = { userAgent: String(result.value), userAgentMetadata: { mobile, platform, ...others } }
      await Promise.all(give(page))
    },
    giveTo(child) {
      // A worker has the locale of its page already, and refuses one.
      if (languages.length > 0 || hinted) for (const giving of give(child)) giving.catch(() => {})
    },
  }
}
