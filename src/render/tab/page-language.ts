/** Sets the language, device and User-Agent that servers, scripts and workers see. */

import { languagesOf } from '../../base/languages.ts'
import { deviceHints } from '../../fetch/http/request-headers.ts'
import type { DeviceKind } from '../../page/page.ts'
import type { PageSession } from '../browser/devtools-connection.ts'

interface PageLanguage {
  /** Sets the page's User-Agent and language. Does nothing if the browser got them from its flags. */
  prepare(): Promise<void>
  set(locale: string): Promise<void>
  /** Sets the client hints for a kind of device, with the same User-Agent. */
  setDevice(device: DeviceKind): Promise<void>
  /** Applies the settings to a worker, or to an out-of-process frame, before its scripts run. */
  giveTo(child: PageSession): void
}

/** The languages that this machine's browsers get from their flags. */
const usualLanguages = ['en-US', 'en']

interface Hinted {
  userAgent: string
  userAgentMetadata: Record<'platform' | 'platformVersion' | 'architecture' | 'model', string> & { mobile: boolean }
}

/** `userAgent` is null for a browser that got it from a flag. */
export function createPageLanguage(page: PageSession, userAgent: string | null = null): PageLanguage {
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
    async prepare() {
      if (userAgent !== null) await Promise.all(give(page))
    },
    async set(locale) {
      languages = languagesOf(locale)
      await Promise.all(give(page))
    },
    async setDevice(device) {
      const { mobile, platform } = deviceHints[device]
      // The command accepts hints only with a User-Agent.
      const { result } = await page.send('Runtime.evaluate', { expression: 'navigator.userAgent' })
      const others = { platformVersion: '', architecture: '', model: '' }
      hinted = { userAgent: String(result.value), userAgentMetadata: { mobile, platform, ...others } }
      await Promise.all(give(page))
    },
    giveTo(child) {
      // A worker already has its page's locale, and rejects another one.
      if (languages.length > 0 || hinted) for (const giving of give(child)) giving.catch(() => {})
    },
  }
}
