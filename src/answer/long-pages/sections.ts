/** A long text → pieces of about one size that can be read by themselves, each knowing the headings that it stands under. */

export interface Section {
  text: string
  /** Headings above it, outermost first, as they are written. */
  headings: string[]
  /** What a reader needs to know when the piece before is not shown: its heading, the head of its table. */
  lead: string
}

/** Cut at headings, else between blocks, else between lines, else anywhere. The texts joined are the whole. */
export function splitSections(text: string, maxChars = 1500): Section[] {
  const sections: Section[] = []
  const path: { level: number; line: string }[] = []
  let piece = ''
  let lead = ''
  let tableHead = ''

  const close = () => {
    if (piece !== '') sections.push({ text: piece, headings: path.map(({ line }) => line), lead })
    piece = ''
    const heading = path.at(-1)?.line ?? ''
    lead = [heading, tableHead].filter((part) => part !== '').join('\n\n')
  }
  for (const { text: block, heading, isTable } of blocksOf(text)) {
    if (heading) {
      tableHead = ''
      // Many small ones are read together: a page may be nothing but headings.
      if (piece.length >= maxChars * leastShare) close()
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop()
      path.push(heading)
      if (piece === '') lead = ''
      piece += block
      continue
    }
    tableHead = ''
    if (piece.length + block.length > maxChars) {
      // A heading goes with what it heads.
      if (piece.length > 200 || block.length <= maxChars) close()
      if (block.length > maxChars) {
        if (isTable) tableHead = block.split('\n', 2).join('\n')
        for (const part of cut(block, maxChars)) {
          if (piece.length + part.length > maxChars) close()
          piece += part
        }
        continue
      }
    }
    piece += block
  }
  close()
  return sections
}

/** Of a piece's size: what is smaller goes on under the next heading. */
const leastShare = 0.15

interface Block {
  text: string
  heading: { level: number; line: string } | null
  isTable: boolean
}

const headingLine = /^ {0,3}(#{1,6})\s+\S/
const htmlHeading = /^\s*<h([1-6])[\s>]/i

/** Blocks with the blank lines behind them; a fenced code block is one. */
function* blocksOf(text: string): Generator<Block> {
  let block = ''
  let fence: string | null = null
  let isTable = false
  let endsBlank = false
  for (const line of linesOf(text)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
    if (mark !== null && fence === null) fence = mark
    else if (mark !== null && fence !== null && mark.startsWith(fence) && line.trim() === mark) fence = null
    const level = fence === null ? levelOf(line) : 0
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

function levelOf(line: string): number {
  return headingLine.exec(line)?.[1]?.length ?? Number(htmlHeading.exec(line)?.[1] ?? 0)
}

function* linesOf(text: string): Generator<string> {
  let at = 0
  while (at < text.length) {
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline + 1
    yield text.slice(at, end)
    at = end
  }
}

/** Parts of at most `maxChars`: whole lines where they fit, else up to the end of a sentence, a tag or a word. */
function* cut(block: string, maxChars: number): Generator<string> {
  for (const line of linesOf(block)) {
    let rest = line
    while (rest.length > maxChars) {
      const end = endOf(rest, maxChars)
      yield rest.slice(0, end)
      rest = rest.slice(end)
    }
    yield rest
  }
}

function endOf(text: string, maxChars: number): number {
  const head = text.slice(0, maxChars)
  for (const mark of [/^.*[。．！？]/su, /^.*[.!?](?=\s)/s, /^.*>/s, /^.*[,;}\]]/s, /^.*\s/s]) {
    const end = mark.exec(head)?.[0].length ?? 0
    if (end > maxChars / 2) return end
  }
  return /[\ud800-\udbff]/.test(text.charAt(maxChars - 1)) ? maxChars - 1 : maxChars
}
