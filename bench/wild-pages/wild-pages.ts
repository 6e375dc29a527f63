/** Prints which of the wild pages lose or keep the wrong text: `npm run bench -- wild-pages [--print]`. */

import { parseArgs } from 'node:util'
import { markdownParametersOf } from '../../src/contract/page-parts.ts'
import { formatPage } from '../../src/format/formats.ts'
import { ampFrames } from './01-amp-frames.ts'
import { recipeCards } from './02-recipe-cards.ts'
import { lastLists } from './03-last-lists.ts'
import { buttonImages } from './04-button-images.ts'
import { embeddedPosts } from './05-embedded-posts.ts'
import { datesAuthors } from './06-dates-authors.ts'
import { codeShapes } from './07-code-shapes.ts'
import { ariaRoles } from './08-aria-roles.ts'
import { hiddenNotes } from './09-hidden-notes.ts'
import { formulas } from './10-formulas.ts'
import { noise } from './11-noise.ts'
import { invisible } from './12-invisible.ts'
import { standfirsts } from './13-standfirsts.ts'
import type { WildPage } from './wild-page.ts'

/** The pages of each class. */
export const wildPages: Readonly<Record<string, readonly WildPage[]>> = {
  ...{
    ampFrames,
    recipeCards,
    lastLists,
    buttonImages,
    embeddedPosts,
    datesAuthors,
    codeShapes,
    ariaRoles,
    hiddenNotes,
  },
  ...{ formulas, noise, invisible, standfirsts },
}

/** Returns what is wrong with the page's content, and the content. */
export async function faultsOf({ html, url, output, has, hasNot }: WildPage) {
  const { content } = await formatPage(
    {
      ...{ url, finalUrl: url, status: 200, contentType: 'text/html; charset=utf-8', mediaType: 'text/html' },
      ...{ charset: 'utf-8', headers: {}, body: new TextEncoder().encode(html), rendered: false, complete: true },
      warnings: [],
    },
    {
      ...{ output: output === 'metadata' ? 'html_head_metadata_json' : output, cssSelector: null, mainContent: true },
      markdown: markdownParametersOf({}),
    },
  )
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const holds = (part: string | RegExp) => (typeof part === 'string' ? text.includes(part) : part.test(text))
  const lacks = has.filter((part) => !holds(part)).map((part) => `lacks ${part}`)
  return { faults: [...lacks, ...hasNot.filter(holds).map((part) => `has ${part}`)], text }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { print: { type: 'boolean' } } })
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  let right = 0
  for (const [name, pages] of Object.entries(wildPages)) {
    for (const page of pages) {
      const { faults, text } = await faultsOf(page)
      if (faults.length === 0) right++
      else say(`${name}, ${page.name}: ${faults.join('; ')}${values.print ? `\n${text}\n` : ''}`)
    }
  }
  say(`${right} of ${Object.values(wildPages).flat().length} right`)
}
