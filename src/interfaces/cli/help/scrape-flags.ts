/** Flags of `gleaner scrape` in addition to the operation's parameters, by help group. */

import type { CommandFlags, outputFlags } from './manual.ts'
import type { GroupTitle } from './parameters.ts'

export const defaultConcurrency = 4
export const maxConcurrency = 32

const secretFile = 'a file, or - for standard input, which keeps values out of process lists'

const groups = {
  'What to fetch': {
    header: { value: "'NAME: VALUE'", about: 'One header, as in --headers; can be repeated.' },
    cookie: { value: 'NAME=VALUE', about: 'One cookie, as in --cookies; can be repeated.' },
    'headers-file': { value: 'FILE', about: `Headers from ${secretFile}: 'Name: value' lines, or a JSON object.` },
    'cookies-file': { value: 'FILE', about: `Cookies from ${secretFile}: name=value lines, or a JSON object.` },
    file: {
      value: 'FILE',
      about: 'Read this file (HTML, PDF, Office, CSV, …), or - for standard input, instead of fetching a page.',
    },
    html: { value: 'FILE', about: 'An older form of --file.' },
    server: {
      value: 'URL',
      about:
        'Scrape through the running service at this URL. --max-age-s, which otherwise has no effect, reuses pages that the service kept.',
    },
    'api-key': {
      value: 'KEY',
      about:
        'With --server: its API key. Default: the environment variable GLEANER_API_KEY, which no process list shows.',
    },
    base: { value: 'URL', about: 'With --file: the URL that the file came from.' },
  },
  'What to return': {
    quote: { value: 'TEXT', about: 'One quote, as in --quotes; can be repeated.' },
  },
  'Several pages': {
    input: {
      value: 'FILE',
      about:
        'File with one URL per line, instead of URL arguments; - is standard input. Results are JSON Lines in the same order.',
    },
    concurrency: {
      value: 'N',
      about: `Number of pages to load at once, 1 to ${maxConcurrency}. Default: ${defaultConcurrency}.`,
    },
    'output-dir': {
      value: 'FOLDER',
      about:
        "Write each page's content to a file in this folder, such as 001-example.com.md or, for a file, sub/report.pdf.md. The JSON Lines contain its path.",
    },
    'skip-existing': {
      about: 'With --output-dir: skip pages and files whose content is already there. File names have no numbers then.',
    },
  },
  Output: {
    fail: {
      about:
        'Exit with code 3 if the page is a 4xx or 5xx response, a login, consent or error page, or a parked domain. The content is still printed.',
    },
  },
} as const satisfies Partial<Record<GroupTitle, CommandFlags>>

export type ScrapeFlag =
  | { [Title in keyof typeof groups]: keyof (typeof groups)[Title] }[keyof typeof groups]
  | keyof typeof outputFlags

export const scrapeFlagGroups: Partial<Record<GroupTitle, CommandFlags>> = groups

export const scrapeFlags: CommandFlags = {
  ...groups['What to fetch'],
  ...groups['What to return'],
  ...groups['Several pages'],
  ...groups.Output,
}
