/** Explains how `scrape` reads a page: its kind, which parts are kept or dropped, and why. */

import { ServiceError } from '../base/errors.ts'
import { noStages, type StageCounter } from '../base/stages.ts'
import { type Purpose, purposes } from '../html/class-names.ts'
import { viewDocument } from '../html/visibility/page-view.ts'
import { isHtml } from '../page/media-kind.ts'
import type { Page } from '../page/page.ts'
import type { PageExplanation } from './format-request.ts'
import { type BlockRange, sumOver, weigh } from './main-content/block-sums.ts'
import type { MainContentBlock, PageComposition } from './main-content/blocks.ts'
import type { PruningLevel } from './main-content/corrections.ts'
import { findMainContent, type MainContentAnalysis } from './main-content/main-content.ts'
import { pageKinds } from './main-content/page-kind.ts'
import { levelsTo, levelsToTag, type MainContentSection, nearestMember } from './main-content/sections.ts'
import { readTitle } from './metadata/metadata.ts'
import { openDocument, refuseAnnouncedChallenge } from './open-document.ts'
import { pageWarnings } from './page-warnings.ts'

/** Throws unsupported_content_type if the page isn't HTML, target_blocked for a challenge, and invalid_response like `scrape`. */
export async function explainPage(page: Page, stages: StageCounter = noStages): Promise<PageExplanation> {
  if (!isHtml(page.mediaType)) {
    throw new ServiceError(
      'unsupported_content_type',
      `Only HTML pages have main content, but the target returned ${page.mediaType}`,
    )
  }
  refuseAnnouncedChallenge(page)
  const document = openDocument(page, { withFrames: true, stages })
  const view = viewDocument(document, 'markdown')
  const { confidence, analysis } = findMainContent(document, view)
  const round = (value: number) => Math.round(100 * value) / 100
  const chances = analysis?.kind.chances
  return {
    title: readTitle(document),
    kind: analysis?.kind.kind ?? null,
    kinds: Object.fromEntries(pageKinds.map((kind, n) => [kind, round(chances?.[n] ?? 0)])),
    confidence: round(confidence),
    level: analysis?.level ?? 'nothing',
    warnings: pageWarnings(document, page, view),
    ...(analysis ? explainParts(analysis) : { kept: [], dropped: [] }),
  }
}

/** Returns the page's text in document order, split into the largest parts that are entirely kept or entirely dropped. */
function explainParts({ page, chances, kept, level }: MainContentAnalysis) {
  const parts: Pick<PageExplanation, 'kept' | 'dropped'> = { kept: [], dropped: [] }
  const { blocks } = page
  let n = 0
  while (n < blocks.length) {
    const block = blocks[n] as MainContentBlock
    const isKept = kept[n] === true
    const section = findUniformSection(block.section, n, kept)
    const last = section ? section.last : n + 1
    const range = { first: n, last }
    const { words, hits } = weigh(blocks, chances, range)
    const owner = section ?? block.section
    const reason = isKept ? (keptByLevel[level] ?? reasonToKeep(page, owner, range)) : reasonToDrop(page, owner, range)
    parts[isKept ? 'kept' : 'dropped'].push({
      order: parts.kept.length + parts.dropped.length,
      where: pathOf(owner),
      reason,
      chance: Math.round((100 * hits) / words) / 100,
      chars: blocks.slice(n, last).reduce((sum, { text }) => sum + text.length, 0),
      text: beginningOf(blocks, range),
    })
    n = last
  }
  return parts
}

/** Returns the outermost section that begins with the block and is kept or dropped as a whole; null if its own section is mixed. */
function findUniformSection(own: MainContentSection, first: number, kept: readonly boolean[]) {
  let found: MainContentSection | null = null
  for (let up: MainContentSection | null = own; up && up.first === first; up = up.parent) {
    if (kept.slice(up.first, up.last).some((one) => one !== kept[first])) break
    found = up
  }
  return found
}

const apartTags = new Set(['nav', 'aside', 'footer', 'header', 'form', 'dialog', 'menu', 'search', 'button'])

/** Purposes that names suggest for parts other than content. The most telling ones come first. */
const apartPurposes: readonly Purpose[] = [
  ...(['nav', 'banner', 'ad', 'related', 'share', 'crumbs', 'pager', 'toc', 'footer', 'sidebar', 'comment'] as const),
  ...(['form', 'author', 'byline', 'tags', 'review', 'header', 'widget'] as const),
]

function reasonToDrop({ sums }: PageComposition, section: MainContentSection, range: BlockRange): string {
  const tag = apartTagAround(section)
  if (tag) return `in <${tag}>`
  const named = purposeOf(section)
  if (named) return `its name suggests: ${named}`
  const [chars, linked] = [sumOver(sums.chars, range), sumOver(sums.linked, range)]
  if (linked > 0.6 * chars) return `mostly links: ${Math.round((100 * linked) / chars)}% of its text`
  const member = nearestMember(section)
  if (member) return `neither it nor its group of ${member.group.count} similar parts reads like content`
  return chars < 80 ? 'a label, not part of the content' : "doesn't read like content in its context"
}

const keptByLevel: Partial<Record<PruningLevel, string>> = {
  loose: 'kept because too little was left without it',
  tags: 'kept because the page is short',
  nothing: 'kept because the page has nothing else',
}

function reasonToKeep({ sums }: PageComposition, section: MainContentSection, { first, last }: BlockRange): string {
  if (last - first === 1 && section.isHeading) {
    return section.element.name === 'h1' ? 'the title' : 'a heading in the content'
  }
  if (section.element.name === 'table') return 'a table in the content'
  if (section.element.name === 'pre') return 'code'
  const group = section.group.count
  if (group >= 3 && section.element.name !== 'p') return `one of a group of ${group} similar parts`
  return sumOver(sums.chars, { first, last }) >= 200 ? 'text in the content' : 'belongs to the text around it'
}

function apartTagAround(section: MainContentSection): string | null {
  for (let up: MainContentSection | null = section; up; up = up.parent) {
    const { name } = up.element
    if (apartTags.has(name) && !(name === 'header' && levelsToTag(up, 'article') !== 255)) return name
    if (name === 'main' || name === 'article') return null
  }
  return null
}

function purposeOf(section: MainContentSection): Purpose | null {
  const levels = apartPurposes.map((purpose) => levelsTo(section, purposes.indexOf(purpose)))
  const nearest = Math.min(...levels)
  return nearest <= 2 ? (apartPurposes[levels.indexOf(nearest)] ?? null) : null
}

const maxTextChars = 80
const maxLevels = 4

function beginningOf(blocks: readonly MainContentBlock[], { first, last }: BlockRange): string {
  let text = ''
  for (let n = first; n < last && text.length < maxTextChars; n++) text += `${text && ' '}${blocks[n]?.text ?? ''}`
  return text.length > maxTextChars ? `${text.slice(0, maxTextChars).toWellFormed()}…` : text
}

function pathOf(section: MainContentSection): string {
  const steps: string[] = []
  for (let up: MainContentSection | null = section; up && steps.length < maxLevels; up = up.parent) {
    const { name, attribs } = up.element
    const [firstClass] = (attribs.class ?? '').trim().split(/\s+/)
    steps.unshift(name + (attribs.id ? `#${attribs.id}` : firstClass ? `.${firstClass}` : ''))
  }
  return steps.join(' > ')
}
