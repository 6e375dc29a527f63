/** Splits a long text into sections of similar size, each with the headings above it. */

export interface Section {
  text: string
  /** Headings above the section, outermost first, as written. */
  headings: string[]
  /** Context for a reader who doesn't see the previous section: the last heading, or the header of a split table. */
  lead: string
}

/**
 * Splits at headings, or else between blocks, or else between lines, or else inside a line. If the sections' strings are joined, the result
 * is the whole text. `maxChars` is in UTF-16 units.
 */
export function splitSections(text: string, maxChars = 1500): Section[] {
  const sections: Section[] = []
  const path: { level: number; line: string }[] = []
  let section = ''
  let lead = ''
  let tableHeader = ''

  const close = () => {
    if (section !== '') sections.push({ text: section, headings: path.map(({ line }) => line), lead })
    section = ''
    const heading = path.at(-1)?.line ?? ''
    lead = [heading, tableHeader].filter((part) => part !== '').join('\n\n')
  }
  for (const { text: block, heading, isTable } of blocksOf(text)) {
    if (heading) {
      tableHeader = ''
      // Small sections are joined, because a page may consist almost entirely of headings.
      if (section.length >= maxChars * minShare) close()
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop()
      path.push(heading)
      if (section === '') lead = ''
      section += block
      continue
    }
    tableHeader = ''
    if (section.length + block.length > maxChars) {
      // A section can't end with a heading, which stays with the block below it.
      if (section.length > 200 || block.length <= maxChars) close()
      if (block.length > maxChars) {
        if (isTable) tableHeader = block.split('\n', 2).join('\n')
        for (const part of splitBlock(block, maxChars)) {
          if (section.length + part.length > maxChars) close()
          section += part
        }
        continue
      }
    }
    section += block
  }
  close()
  return sections
}

/** Share of `maxChars`. A smaller section continues under the next heading. */
const minShare = 0.15

const headingLine = /^ {0,3}(#{1,6})\s+\S/
const htmlHeading = /^\s*<h([1-6])[\s>]/i

/** Yields the paragraphs, tables, lists and fenced code blocks of markdown or HTML source, each with the blank lines after it. */
function* blocksOf(text: string) {
  let block = ''
  let fence: string | null = null
  let isTable = false
  let endsBlank = false
  for (const line of linesOf(text)) {
    const marker = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
    if (marker !== null && fence === null) fence = marker
    else if (marker !== null && fence !== null && marker.startsWith(fence) && line.trim() === marker) fence = null
    const heading = headingLine.exec(line)?.[1]?.length ?? Number(htmlHeading.exec(line)?.[1] ?? 0)
    const level = fence === null ? heading : 0
    const isBlank = line.trim() === ''
    const endsBlock = fence === null && (level > 0 || (!isBlank && endsBlank))
    if (endsBlock && block !== '') {
      yield { text: block, heading: null, isTable }
      block = ''
      isTable = false
    }
    endsBlank = isBlank
    if (level > 0) {
      yield { text: line, heading: { level, line: line.trim().slice(0, 200) }, isTable: false }
      continue
    }
    if (block === '' && line.startsWith('|')) isTable = true
    block += line
  }
  if (block !== '') yield { text: block, heading: null, isTable }
}

/** The lines of a text, each with its line break. */
function* linesOf(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+/g)) yield line
}

/** Yields parts of at most `maxChars`: whole lines if they fit, or else text up to the end of a sentence, a tag or a word. */
function* splitBlock(block: string, maxChars: number): Generator<string> {
  for (const line of linesOf(block)) {
    let rest = line
    while (rest.length > maxChars) {
      const end = splitPoint(rest, maxChars)
      yield rest.slice(0, end)
      rest = rest.slice(end)
    }
    yield rest
  }
}

function splitPoint(text: string, maxChars: number): number {
  const beginning = text.slice(0, maxChars)
  for (const boundary of [/^.*[。．！？]/su, /^.*[.!?](?=\s)/s, /^.*>/s, /^.*[,;}\]]/s, /^.*\s/s]) {
    const end = boundary.exec(beginning)?.[0].length ?? 0
    if (end > maxChars / 2) return end
  }
  return /[\ud800-\udbff]/.test(text.charAt(maxChars - 1)) ? maxChars - 1 : maxChars
}
