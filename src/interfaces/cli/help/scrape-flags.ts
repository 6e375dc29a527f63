/** The flags of `gleaner scrape` beside the parameters of the operation, in the groups of its help. */

import type { CommandFlags } from './manual.ts'
import type { GroupTitle } from './parameter-groups.ts'

export const defaultConcurrency = 4
export const maxConcurrency = 32

const secretFile = 'a file, or - for standard input, so that its values are in no list of processes'

const groups = {
  'What to fetch': {
    header: {
      type: 'string',
      value: "'NAME: VALUE'",
      about: 'One header, as in --headers; may be given several times.',
    },
    cookie: { type: 'string', value: 'NAME=VALUE', about: 'One cookie, as in --cookies; may be given several times.' },
    'headers-file': {
      type: 'string',
      value: 'FILE',
      about: `Headers from ${secretFile}: lines 'Name: value', or a JSON object.`,
    },
    'cookies-file': {
      type: 'string',
      value: 'FILE',
      about: `Cookies from ${secretFile}: lines name=value, a JSON object, or the cookie file of a browser or of curl.`,
    },
    html: {
      type: 'string',
      value: 'FILE',
      about: 'HTML to read in place of a page of the web, or - for standard input: nothing is fetched. Needs --base.',
    },
    base: { type: 'string', value: 'URL', about: 'With --html: the address that the HTML is from.' },
  },
  'Several pages': {
    input: {
      type: 'string',
      value: 'FILE',
      about:
        'Addresses in place of URL, one on each line; - is standard input. The results are JSON lines in the same order.',
    },
    concurrency: {
      type: 'string',
      value: 'N',
      about: `Pages at once. 1 to ${maxConcurrency}. Default: ${defaultConcurrency}.`,
    },
    'output-dir': {
      type: 'string',
      value: 'FOLDER',
      about: 'Write each content into a file of this folder, such as 001-example.com.md; the lines then name the file.',
    },
  },
} as const satisfies Partial<Record<GroupTitle, CommandFlags>>

export type ScrapeFlag = keyof (typeof groups)['What to fetch'] | keyof (typeof groups)['Several pages']

export const scrapeFlagGroups: Partial<Record<GroupTitle, CommandFlags>> = groups

export const scrapeFlags: CommandFlags = { ...groups['What to fetch'], ...groups['Several pages'] }
