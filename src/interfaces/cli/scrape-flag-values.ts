/** Reads the flags that `gleaner scrape` has in addition to the parameters, and checks their values and combinations. */

import { ServiceError } from '../../base/errors.ts'
import { takesScreenshot } from '../../contract/screenshot.ts'
import type { Flags } from './flags.ts'
import { asArguments } from './given/given-file.ts'
import type { CommandFlags } from './help/manual.ts'
import { kebab } from './help/parameters.ts'
import { defaultConcurrency, maxConcurrency, type ScrapeFlag } from './help/scrape-flags.ts'

export interface ScrapeFlagValues
  extends Partial<Record<Exclude<ScrapeFlag, 'header' | 'cookie' | 'quote' | 'concurrency'>, string>> {
  concurrency: number
  each: { headers: readonly string[]; cookies: readonly string[]; quotes: readonly string[] }
}

const repeatable = new Set(['header', 'cookie', 'quote'])

/** Throws value_error for a repeated flag, and for one whose value is missing or not a boolean. */
export function checkOwnFlags(own: Flags['own'], ownFlags: CommandFlags): void {
  const names = own.map(([name]) => name)
  for (const [at, [name, value]] of own.entries()) {
    if (names.indexOf(name) < at && !repeatable.has(name)) throw refusal(name, 'is given more than once')
    if (value === '') throw refusal(name, 'needs a value')
    const takesValue = ownFlags[name]?.value !== undefined
    if (!takesValue && !/^(?:true|false)$/.test(value)) throw refusal(name, 'should be true or false')
  }
}

/** Throws value_error for flags that can't be combined. */
export function readScrapeFlags({ own, parameters, json }: Flags): ScrapeFlagValues {
  const given = Map.groupBy(own, ([name]) => name)
  const valuesOf = (name: ScrapeFlag) => (given.get(name) ?? []).map(([, value]) => value)
  checkCombination(given, parameters, json)
  return {
    ...Object.fromEntries(own.filter(([name]) => !repeatable.has(name))),
    concurrency: concurrencyOf(valuesOf('concurrency')[0] ?? String(defaultConcurrency)),
    each: { headers: valuesOf('header'), cookies: valuesOf('cookie'), quotes: valuesOf('quote') },
  }
}

function refusal(flag: string, what: string): ServiceError {
  const param = flag.replaceAll('-', '_')
  return new ServiceError('value_error', `Value error, --${flag} ${what}`, { param })
}

/** Flags and parameters that affect what is fetched or how. */
const ofFetching = new Set([
  ...['input', 'header', 'cookie', 'headers-file', 'cookies-file'],
  ...['url', 'render_js', 'render_if_needed', 'wait_for', 'headers', 'cookies', 'max_age_s'],
])

const readers = ['input', 'headers-file', 'cookies-file']

function checkCombination(
  given: ReadonlyMap<string, Flags['own']>,
  parameters: Flags['parameters'],
  json: boolean,
): void {
  const [hasBase, hasInput] = [given.has('base'), given.has('input')]
  const [file, second] = ['file', 'html'].filter((name) => given.has(name))
  if (file !== undefined && second !== undefined) throw refusal(file, `can't be combined with --${second}`)
  if (given.has('quote') && parameters.some(([name]) => name === 'quotes'))
    throw refusal('quote', "can't be combined with --quotes")
  checkServer(given, file)
  if (file === undefined && hasBase) throw refusal('base', 'needs --file')
  if (/^file:/i.test(given.get('base')?.[0]?.[1] ?? '')) throw refusal('base', 'should be an http or https URL')
  if (file !== undefined && given.has('output-dir') && !hasBase)
    throw refusal('output-dir', 'needs --base, which determines the name of the output file')
  const ofParameters = parameters.filter(([name, value]) => name === 'url' || value !== 'false').map(([name]) => name)
  const takesImage = takesScreenshot({ output: parameters.find(([name]) => name === 'output')?.[1] })
  const meaningless = [...given.keys(), ...ofParameters].find((name) => ofFetching.has(name))
  if (file !== undefined && takesImage) throw refusal(file, "can't be combined with --output screenshot")
  if (file !== undefined && meaningless !== undefined) {
    const [, url] = parameters.find(([name]) => name === 'url') ?? []
    const other = meaningless === 'url' ? `a URL (${url}). ${asArguments}` : `--${kebab(meaningless)}`
    throw refusal(file, `makes no requests, so it can't be combined with ${other}`)
  }
  const urlCount = ofParameters.filter((name) => name === 'url').length
  const isList = hasInput || given.has('output-dir') || urlCount > 1
  if (given.has('output-file') && isList) throw refusal('output-file', 'takes one page; use --output-dir for several')
  if (!json && !isList && ofParameters.includes('extra_outputs'))
    throw refusal(
      'extra-outputs',
      'needs --json, several URLs or --output-dir, because otherwise only the content is printed',
    )
  if (hasInput && urlCount > 0) throw refusal('input', "can't be combined with URL arguments")
  if (given.has('skip-existing') && !given.has('output-dir')) throw refusal('skip-existing', 'needs --output-dir')
  const [, other] = readers.filter((name) => given.get(name)?.[0]?.[1] === '-')
  if (other !== undefined) throw refusal(other, "can't read standard input, because another flag already does")
}

function checkServer(given: ReadonlyMap<string, Flags['own']>, file: string | undefined): void {
  const server = given.get('server')?.[0]?.[1]
  if (server === undefined && given.has('api-key')) throw refusal('api-key', 'needs --server')
  if (server === undefined) return
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(server) || !URL.canParse(server))
    throw refusal('server', 'should be the http or https URL of a service, such as http://127.0.0.1:8787')
  if (file !== undefined) throw refusal('server', `can't be combined with --${file}`)
  if (given.has('concurrency'))
    throw refusal('concurrency', "can't be combined with --server, because the key's limits at the service apply")
}

function concurrencyOf(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= maxConcurrency) return value
  throw refusal('concurrency', `should be a whole number from 1 to ${maxConcurrency}`)
}
