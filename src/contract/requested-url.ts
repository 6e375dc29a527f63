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

/** Parses a string of at most `max` characters into a RequestedUrl: absolute, http or https, without a user name or password. */
export function requestedUrl(max: number, description: string) {
  return boundedText(1, max)
    .meta({ format: 'uri', description, examples: ['https://example.com/'] })
    .transform((written, context): RequestedUrl => {
      const url = parse(written)
      if (url === null) addProblem(context, 'url_parsing', 'Input should be a valid absolute URL with a host')
      else if (!isHttp(url)) addProblem(context, 'url_scheme', 'URL must use http or https')
      else if (url.username || url.password) {
        addProblem(context, 'value_error', 'URL must not contain a user name or password')
      }
      return url ?? z.NEVER
    })
}

function parse(written: string): RequestedUrl | null {
  try {
    return new RequestedUrl(written)
  } catch {
    return null
  }
}
