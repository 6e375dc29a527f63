/** The input of a request that scrapes many URLs with the same parameters. */

import { z } from 'zod'
import type { InputRule } from '../contract/operation.ts'
import type { Registry } from './registry.ts'

const maxUrls = 1000

type Scrape = Registry['scrape']

/** Returns `scrape` with `urls` instead of `url`, and without `offset`, which belongs to one page. */
export function scrapeBatch(scrape: Scrape) {
  const { url: _url, offset: _offset, ...shared } = scrape.input.shape
  const urls = z
    .array(z.string())
    .min(1)
    .max(maxUrls)
    .meta({
      description: `1 to ${maxUrls} URLs, which may repeat. A fault of one URL is the error of its line.`,
      examples: [['https://example.com/', 'https://example.com/about']],
    })
  const input = z.strictObject({ urls, ...shared })
  const rules: InputRule<z.output<typeof input>>[] = [
    ...(scrape.rules as readonly InputRule<z.output<typeof input>>[]),
    ...(['headers', 'cookies'] as const).map((param) => ({
      param,
      check: ({ urls = [], [param]: own }: Partial<z.output<typeof input>>) =>
        own !== undefined && new Set(urls.flatMap((url) => URL.parse(url)?.origin ?? [])).size > 1
          ? `Value error, ${param} can't be sent to more than one origin`
          : null,
    })),
  ]
  return { ...scrape, input, rules }
}
