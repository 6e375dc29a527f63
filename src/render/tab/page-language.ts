/** The language in which a page is asked for: of its requests, and of what its scripts and workers are told. */

import { languagesOf } from '../../languages.ts'
import type { PageSession } from '../browser/devtools-connection.ts'

export interface PageLanguage {
  set(locale: string): Promise<void>
  /** Gives it to a worker, or to a frame with its own process, before their scripts run. */
  giveTo(child: PageSession): void
}

export function createPageLanguage(page: PageSession): PageLanguage {
  let languages: readonly string[] = []

  /** Without a User-Agent of its own the command changes the languages alone; Chromium adds the weights to the header. */
  function give({ send }: PageSession): Promise<unknown>[] {
    return [
      send('Emulation.setUserAgentOverride', { userAgent: '', acceptLanguage: languages.join(',') }),
      send('Emulation.setLocaleOverride', { locale: languages[0] }),
    ]
  }

  return {
    async set(locale) {
      languages = languagesOf(locale)
      await Promise.all(give(page))
    },
    giveTo(child) {
      // A worker has the locale of its page already, and refuses one.
      if (languages.length > 0) for (const giving of give(child)) giving.catch(() => {})
    },
  }
}
