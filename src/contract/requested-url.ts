/** The requested URL, parsed only once, when the input is checked. */

import { z } from 'zod'
import { isHttp } from '../base/url-schemes.ts'
import { addProblem, boundedText } from './parameters.ts'

/** A URL that keeps its original text. Results and JSON repeat that text. */
export class RequestedUrl extends URL {
  readonly written: string

  constructor(url: string, written = url) {
    super(url)
    this.written = written
  }

  override toJSON(): string {
    return this.written
  }
}

/**
 * Parses a string of at most `max` characters into a RequestedUrl: absolute, http or https, without a user name or password. `takesFiles`
 * also accepts file URLs.
 */
export function requestedUrl(max: number, description: string, takesFiles = false) {
  return boundedText(1, max)
    .meta({ format: 'uri', description, examples: ['https://example.com/'] })
    .transform((written, context): RequestedUrl => {
      const url = URL.canParse(written) ? new RequestedUrl(written) : null
      const next = nextOf(written)
      if (url === null) addProblem(context, 'url_parsing', 'Input should be a valid absolute URL with a host', next)
      else if (!isHttp(url) && !(takesFiles && isFile(url)))
        addProblem(context, 'url_scheme', 'URL must use http or https', next)
      else if (url.username || url.password) {
        addProblem(context, 'value_error', 'URL must not contain a user name or password', loginNext)
      }
      return url ?? z.NEVER
    })
}

export const isFile = ({ protocol }: Pick<URL, 'protocol'>): boolean => protocol === 'file:'

const loginNext =
  'Remove them from the URL. If the site needs them, pass headers to scrape: {"Authorization": "Basic <base64 of user:password>"}.'

/** Returns the next step for common mistakes, or undefined. */
function nextOf(written: string): string | undefined {
  if (/^https?%3a/i.test(written)) return 'The URL is percent-encoded once too often. Encode it only once.'
  if (/^file:/i.test(written)) {
    return "Gleaner doesn't read files by URL. Use gleaner scrape --file FILE, or POST the file to /v1/convert."
  }
  const isHostFirst = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+|localhost)(?::\d+)?(?:[/?#]|$)/i.test(written)
  return isHostFirst && written.length <= 200 ? `Add the scheme: https://${written}` : undefined
}
