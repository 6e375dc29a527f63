/** The language in which a page is asked for, and the name that its browser gives itself: in its requests, and to its scripts and workers. */

import { languagesOf } from '../../languages.ts'
import type { PageSession } from '../browser/devtools-connection.ts'

export interface PageLanguage {
  /** Resolves when the page has the User-Agent and a language. Does nothing for a browser that has them by its flags. */
  prepare(): Promise<void>
  set(locale: string): Promise<void>
  /** Gives it to a worker, or to a frame with its own process, before their scripts run. */
  giveTo(child: PageSession): void
}

/** What the browsers of this machine have by their flags. */
const usualLanguages = ['en-US', 'en']

/** `userAgent` is null for a browser that has it by a flag. */
export function createPageLanguage(page: PageSession, userAgent: string | null = null): PageLanguage {
  let languages: readonly string[] = userAgent === null ? [] : usualLanguages

  /** With an empty User-Agent the command changes the languages alone; Chromium adds the weights to the header. */
  function give({ send }: PageSession): Promise<unknown>[] {
    return [
      send('Emulation.setUserAgentOverride', {
        ...{ userAgent: userAgent ?? '', acceptLanguage: languages.join(',') },
      }),
      send('Emulation.setLocaleOverride', { locale: languages[0] }),
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
    giveTo(child) {
      // A worker has the locale of its page already, and refuses one.
      if (languages.length > 0) for (const giving of give(child)) giving.catch(() => {})
    },
  }
}
