/** Options by which a farm starts a browser: those that its owner wrote into the address, with our flags behind theirs. */

import { FarmError } from './farm-error.ts'

/** `given` is JSON, or base64 of it, as farms take it in a query. The last flag of a name wins, so ours do. Throws FarmError. */
export function mergeLaunchOptions(given: string | null, flags: readonly string[]): { args: string[] } {
  const options = given === null ? {} : parseOptions(given)
  const own = 'args' in options && Array.isArray(options.args) ? options.args.map(String) : []
  return { ...options, args: [...own, ...flags] }
}

function parseOptions(text: string): object {
  for (const json of [text, Buffer.from(text, 'base64').toString('utf8')]) {
    try {
      const value: unknown = JSON.parse(json)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
    } catch {
      // Perhaps in its other form.
    }
  }
  throw new FarmError('The launch options in the address of the browser farm are no JSON object', { isRefusal: true })
}
