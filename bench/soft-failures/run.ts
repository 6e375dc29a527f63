/**
 * Prints how many soft failures are recognized and not charged, how many lookalikes are reported, and which shells are rendered: `npm run
 * bench -- soft-failures [--rendered]`. `--rendered` loads 40 of the soft failures and all shells in a browser.
 */

import { parseArgs } from 'node:util'
import { type Scraped, scrapeAll } from './measure.ts'
import { complete, lookalikes, type SitePage, type SoftCase, shells, softCases, softFailures } from './soft-case.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

const isRight = ({ page, recognized }: Scraped<SoftCase>) => recognized === page.expected

/** Prints a row for each group, with the numbers of recognized, missed, misclassified and free pages. */
function table(title: string, groups: Iterable<readonly [name: string, scraped: readonly Scraped<SoftCase>[]]>): void {
  say(`\n| ${title} | cases | recognized | missed | other code | failed | free | credits |`)
  say('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const [name, scraped] of groups) {
    const count = (test: (one: Scraped<SoftCase>) => boolean) => scraped.filter(test).length
    const cells = [
      ...[scraped.length, count(isRight)],
      count(({ recognized, error }) => recognized === null && error === null),
      count((one) => one.recognized !== null && !isRight(one)),
      count(({ error }) => error !== null),
      count(({ credits, error }) => credits === 0 && error === null),
      scraped.reduce((sum, { credits }) => sum + credits, 0),
    ]
    say(`| ${name} | ${cells.join(' | ')} |`)
  }
}

function list<T extends SitePage>(title: string, scraped: readonly Scraped<T>[]): void {
  say(`\n${title}: ${scraped.length}`)
  for (const { page, recognized, others, credits, error } of scraped) {
    say(
      `  ${page.id}: ${error ?? recognized ?? 'no code'}, ${credits} credits${others.length > 0 ? `, ${others}` : ''}`,
    )
  }
}

async function measureFailures(rendered: boolean): Promise<void> {
  const cases = rendered ? softCases.filter((_, n) => n % 5 === 0) : softCases
  const parameters: Record<string, string> = rendered ? { render_js: 'true' } : {}
  const scraped = await scrapeAll(cases, { parameters, hasBrowser: rendered })
  table(
    'kind',
    softFailures.map((kind) => [kind, scraped.filter(({ page }) => page.expected === kind)]),
  )
  table(
    'language',
    [...Map.groupBy(scraped, ({ page }) => page.language.slice(0, 2))].sort(([, a], [, b]) => b.length - a.length),
  )
  table('all', [['all', scraped]])
  list(
    'missed',
    scraped.filter((one) => !isRight(one)),
  )
  list(
    'recognized, but charged',
    scraped.filter((one) => isRight(one) && one.credits > 0),
  )
  const real = await scrapeAll(lookalikes, { parameters, hasBrowser: rendered })
  list(
    `false alarms in ${real.length} pages that only look like a soft failure`,
    real.filter(({ recognized, error }) => recognized !== null || error !== null),
  )
}

async function measureShells(rendered: boolean): Promise<void> {
  const parameters = { render_if_needed: 'true' }
  const wouldRender = ({ rendered, others }: Scraped<SitePage>) => rendered || others.includes('needs_javascript')
  const scraped = await scrapeAll(shells, { parameters, hasBrowser: rendered })
  const found = scraped.filter(wouldRender)
  say(`\nshells that render_if_needed renders: ${found.length} of ${scraped.length}`)
  if (rendered) {
    list(
      'rendered, but without the content',
      found.filter(({ page, content }) => !content.includes(page.shows)),
    )
  }
  list(
    'shells that are not rendered',
    scraped.filter((one) => !wouldRender(one)),
  )
  const whole = await scrapeAll(complete, { parameters, hasBrowser: rendered })
  list(`complete pages that are rendered, of ${whole.length}`, whole.filter(wouldRender))
}

const { values } = parseArgs({ options: { rendered: { type: 'boolean', default: false } } })
await measureFailures(values.rendered)
await measureShells(values.rendered)
