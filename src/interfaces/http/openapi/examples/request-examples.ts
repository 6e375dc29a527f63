/** Examples of parameters as a JSON object, by operation and name. */

import type { z } from 'zod'
import type { Registry } from '../../../../operations/registry.ts'

type RequestExamples = { [Name in keyof Registry]?: Record<string, z.input<Registry[Name]['input']>> }

export const requestExamples: RequestExamples = {
  scrape: {
    page: { url: 'https://example.com/', output: 'markdown' },
    page_for_a_file: { url: 'https://example.com/oak', front_matter: true },
    data_of_a_form: {
      url: 'https://example.com/oak',
      json_schema: { type: 'object', properties: { name: { type: 'string' }, height_m: { type: 'number' } } },
    },
    fields_by_selector: {
      url: 'https://example.com/oak',
      extract_rules: { title: 'h1', links: { selector: 'main a', type: 'list', output: { text: '', url: '@href' } } },
    },
    page_behind_a_token: { url: 'https://example.com/orders', headers: { Authorization: 'Bearer TOKEN' } },
  },
  google_ads: {
    search: { query: 'running shoes', domain: 'de', locale: 'de-DE' },
  },
}
