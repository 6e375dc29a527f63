/** Examples of results, by operation and name. */

import type { z } from 'zod'
import type { Registry } from '../../../../operations/registry.ts'
import { googleAdsExamples } from './google-ads-examples.ts'
import { tail } from './result-tail.ts'
import { convertExample, scrapeExamples } from './scrape-examples.ts'

type ResultExamples = { [Name in keyof Registry]: Record<string, z.output<Registry[Name]['result']>> }

export const resultExamples: ResultExamples = {
  scrape: scrapeExamples,
  google_ads: googleAdsExamples,
  convert: { pdf: convertExample },
  explain: {
    article: {
      url: 'https://example.com/oak',
      final_url: 'https://example.com/oak',
      status_code: 200,
      title: 'Oak',
      kind: 'article',
      kinds: { article: 0.9, documentation: 0.1 },
      confidence: 0.97,
      level: 'strict',
      kept: [
        { order: 1, where: 'body > article', reason: 'text in the content', chance: 0.98, chars: 812, text: 'Oak' },
      ],
      dropped: [
        {
          order: 0,
          where: 'body > nav',
          reason: 'in <nav>',
          chance: 0.01,
          chars: 24,
          text: 'Home Trees About',
        },
      ],
      warnings: [],
      ...tail,
    },
  },
  account: {
    limited: {
      key_id: 'PS4juRKlfUzE',
      name: 'my script',
      credits_remaining: 999,
      credits_used: 1,
      rate_limit: { limit: 600, window_s: 60 },
    },
  },
  account_usage: {
    one_day: {
      key_id: 'PS4juRKlfUzE',
      from: '2026-01-02',
      to: '2026-01-31',
      usage: [{ day: '2026-01-31', operation: 'scrape', requests: 120, failed: 2, credits: 124 }],
    },
  },
}
