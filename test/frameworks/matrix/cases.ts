/** The cases of the client matrix: the calls that the model makes, and what it must be sent for each of them. */

import type { ToolCall } from '../model/model-server.ts'

/** A result or an error, as the command line prints it with `--json`. */
export interface CallBody {
  content?: unknown
  next_offset?: number | null
  extra?: Record<string, unknown> | null
  detail?: unknown
}

interface CaseCall {
  /** `previous` is the result of the call before. */
  call(site: string, previous?: CallBody): ToolCall
  /** Lines that must be there in addition to the content, once each. */
  header: readonly RegExp[]
  /** Limit for the whole result, in tokens. */
  maxTokens?: number
}

interface MatrixCase {
  name: string
  calls: readonly CaseCall[]
}

const scrape = (path: string, args: Record<string, unknown> = {}) => ({
  call: (site: string): ToolCall => ['scrape', { url: `${site}${path}`, ...args }],
})

/** Ten quotes of about 100 characters: found, found with an omission, and changed. */
const quotes = [
  '“Oak” is the name of some 500 species; the Greek word is δρῦς, and 橡 in Chinese. A "true" oak',
  'the name of some 500 species; the Greek word is δρῦς, and 橡 in Chinese. A "true" oak bears acorns',
  'Oak is the name of … species; the Greek word is δρῦς, and 橡 in Chinese. A "true" oak bears acorns',
  'Oak is the name of some 600 species; the Greek word is δρῦς, and 橡 in Chinese. A "true" oak bears',
  'Read about acorns or about bark, or write to the foresters. Then read all of it again on the next day',
  'Name Height English oak 20–40 m "Cork" oak 20 m Counting acorns',
  'const lines = text.split("\\n") const path = \'C:\\\\oaks\\\\acorns\' Read about acorns or about bark, or write to',
  'species; the Greek word is δρῦς, and 橡 in Chinese. A "true" oak never bears acorns. Species Name',
  'Counting acorns const lines = text.split Read about acorns or about bark, or write to the foresters',
  'the name of some 500 species; the Latin word is quercus, and 橡 in Chinese. A "true" oak bears acorns',
]

export const cases: readonly MatrixCase[] = [
  { name: 'page', calls: [{ ...scrape('/oaks'), header: [/^title: Oaks$/] }] },
  {
    name: 'PDF',
    calls: [{ ...scrape('/report.pdf'), header: [/^title: ./, /^content_type: application\/pdf$/] }],
  },
  {
    name: 'long page',
    calls: [
      {
        ...scrape('/handbook'),
        header: [
          /^title: The handbook of oaks$/,
          /^continues: [\d,]+ of [\d,]+ characters; .*offset=\d+/,
          /^outline:$/,
        ],
      },
      {
        call: (site, previous) => ['scrape', { url: `${site}/handbook`, offset: previous?.next_offset }],
        header: [/^title: The handbook of oaks$/],
      },
    ],
  },
  { name: 'links', calls: [{ ...scrape('/oaks', { output: 'links' }), header: [/^title: Oaks$/] }] },
  { name: 'quotes', calls: [{ ...scrape('/oaks', { quotes }), header: [/^title: Oaks$/], maxTokens: 900 }] },
  { name: '404', calls: [{ ...scrape('/gone'), header: [/^title: Not here$/, /^status_code: 404$/] }] },
  { name: 'ads', calls: [{ call: () => ['google_ads', { query: 'desk' }], header: [/^query: desk$/] }] },
  {
    name: 'extras',
    calls: [
      {
        ...scrape('/oaks', { extra_outputs: ['links', 'emails'] }),
        header: [/^title: Oaks$/],
      },
    ],
  },
  {
    name: 'error',
    calls: [{ call: () => ['scrape', { url: 'http://10.0.0.1/' }], header: [] }],
  },
]

/** The line that a refused address gives. It must arrive once. */
export const errorLine = /address_refused: url: .+\. .+ \(request [\w-]+\)/g
