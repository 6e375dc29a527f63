/** Reads a pdf.js page: its text runs, rules and links, using coordinates in which most of its text runs to the right. */

import type { PDFPageProxy } from 'unpdf/pdfjs'
import type { DroppedText } from '../../converted/hidden-text.ts'
import { isComment, repeatsMarkedText, withComments } from './attach-comments.ts'
import { withBullets } from './bullets.ts'
import { formText, isUnseen } from './form-text.ts'
import { multiply } from './geometry.ts'
import { readLinkAreas, withLinks } from './link-areas.ts'
import type { PageContent } from './page-content.ts'
import { inLogicalOrder } from './right-to-left.ts'
import { charsIn, type FontStyle, plainFont } from './run.ts'
import { shownItems } from './shown-items.ts'
import { referenceId, type StructureElement } from './structure-tree.ts'
import { readRuns, type TextItem, uprightMatrix } from './text-runs.ts'
import { type OperatorNumbers, type Operators, readVectorRules } from './vector-rules.ts'
import { type LetterFont, readLetters } from './visible-letters.ts'
import { withWorkLimit } from './work-limit.ts'

export interface PageReading {
  ops: OperatorNumbers
  fonts: Map<string, FontStyle>
  widths: Map<string, LetterWidths>
  readable(text: string, font: string): string
  isLayerVisible(layer: unknown): boolean
  hidden: DroppedText
  readsDrawing: boolean
  trees: ReadonlyMap<string, StructureElement>
}

/** Returns the text of a page, without links or fields; null if pdf.js takes too long. Throws pdf.js's error for a broken page. */
export async function readPage(page: PDFPageProxy, reading: PageReading): Promise<PageContent | null> {
  const { value: text, isComplete } = await withWorkLimit(() =>
    page.getTextContent({ includeMarkedContent: true, disableNormalization: true }),
  )
  if (!text || !isComplete) return null
  const { items, styles } = text
  const names = Object.keys(styles)
  const isNew = names.some((name) => !reading.fonts.has(name))
  const operators = reading.readsDrawing || isNew ? await readOperators(page) : null
  for (const name of names) if (!reading.fonts.has(name)) reading.fonts.set(name, fontStyleOf(fontOf(page, name)))
  const { transform: view, width, height } = page.getViewport({ scale: 1 })
  const size = { width, height }
  const ordered = inLogicalOrder(items as readonly TextItem[], operators, reading.ops)
  const drawn = operators ? drawnPage(page, operators, reading) : null
  markMonospaced(names, reading)
  const directed = readRuns(drawn ? shownItems(ordered, drawn.letters, reading.hidden) : ordered, {
    view,
    size,
    fontOf: (name) => ({ style: reading.fonts.get(name) ?? plainFont, isVertical: styles[name]?.vertical === true }),
    readable: reading.readable,
  })
  const [first = { angle: 0, runs: [] }, ...others] = directed
  const upright = (angle: number) => multiply(uprightMatrix(angle, size), view)
  const tree = (page.ref && reading.trees.get(referenceId(page.ref.num, page.ref.gen))) ?? null
  // In a tagged document, a drawn bullet isn't content.
  const main = { ...first, runs: withBullets(first.runs, tree ? [] : (drawn?.paths ?? []), upright(first.angle)) }
  const isSideways = main.angle % 180 !== 0
  const content: PageContent = {
    number: page.pageNumber,
    isImage: isImage(page, directed, drawn?.imageArea ?? 0),
    width: isSideways ? height : width,
    height: isSideways ? width : height,
    runs: main.runs,
    turned: others.map((one) => one.runs),
    rules: readVectorRules(drawn?.paths ?? [], upright(main.angle)),
    annotations: [],
    operators: operators?.fnArray.length ?? 0,
    tree,
    annotate(annotations) {
      const linked = [main, ...others].map(({ angle, runs }) => {
        const view = upright(angle)
        return { view, runs: withLinks(runs, readLinkAreas(annotations, view)) }
      })
      content.annotations = annotations.filter((one) => {
        if (repeatsMarkedText(one, linked)) return false
        const isHidden = one.subtype !== 'Link' && !isComment(one) && isUnseen(one, page.view)
        if (isHidden) reading.hidden.add(formText(one))
        return !isHidden
      })
      const [own = [], ...turned] = withComments(linked, content.annotations)
      content.runs = own
      content.turned = turned
    },
  }
  return content
}

const fontOf = ({ commonObjs }: PDFPageProxy, name: string): PdfFont & LetterFont =>
  commonObjs.has(name) ? commonObjs.get(name) : {}

/** Runs of earlier pages have the same objects as styles. */
function markMonospaced(names: readonly string[], { fonts, widths }: PageReading): void {
  for (const name of names) {
    const font = fonts.get(name)
    if (font && widths.get(name)?.isMonospaced) font.isMonospaced = true
  }
}

function drawnPage(page: PDFPageProxy, operators: Operators, { ops, isLayerVisible, widths }: PageReading) {
  const measure = (font: string, letter: string, width: number) => {
    const own = widths.get(font) ?? new LetterWidths()
    widths.set(font, own)
    own.add(letter, width)
  }
  const context = { ops, isLayerVisible, measure, unit: page.userUnit }
  return readLetters(operators, { ...context, fontOf: (name) => fontOf(page, name) })
}

interface PdfFont {
  name?: string | null
  bold?: boolean
  black?: boolean
  italic?: boolean
}

const bold =
  /bold|black|heavy|(?:^|[-_,\d])(?:demi|semi|medi)(?:bold|ital|obl|$)|^(?:cm|sf|ec|tc)(?:ss)?bx|^lmb|^cmb\d|bx(?:ti|sl)?\d+$|\.bi?$/i
const italic = /ital|obli|slant|kursiv|^(?:cm|sf|ec)(?:ti|sl|bxti|bxsl|ssi|itt)\d|\.b?i$/i
const monospaced =
  /mono(?!type)|courier|typewriter|consol|menlo|inconsolata|\bcode\b|sourcecode|fixed|terminal|^(?:cm|sf|ec)(?:sl)?tt|^cmitt|^lmtt|^txtt|nimbusmon|lettergothic|console|monaco|hack|iosevka|andale/i
const mathematical = /^(?:cm|eu|ms)(?:mi|sy|ex|bsy|mib|rm|fm|sm|am|bm)\d|math|symbol/i

/**
 * Guesses the style of a font from its name. Nothing else in a PDF reliably shows that a font is bold: the flags are often wrong.
 */
function fontStyleOf({ name, bold: isBold, black, italic: isItalic }: PdfFont): FontStyle {
  const ownName = (name ?? '').replace(/^[A-Z]{6}\+/, '')
  if (mathematical.test(ownName)) return { ...plainFont, name: ownName }
  return {
    name: ownName,
    isBold: isBold === true || black === true || bold.test(ownName),
    isItalic: isItalic === true || italic.test(ownName),
    isMonospaced: monospaced.test(ownName),
  }
}

const narrow = /[fijlt.,;:!|'()]/
const wide = /[mwDGMOQW@%]/
const fullWidth = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** The widths of a font's letters, which show whether it is monospaced. */
class LetterWidths {
  readonly #narrow = new Set<number>()
  readonly #wide = new Set<number>()
  #isFullWidth = false

  add(letter: string, width: number): void {
    if (narrow.test(letter)) this.#narrow.add(width)
    else if (wide.test(letter)) this.#wide.add(width)
    else this.#isFullWidth ||= fullWidth.test(letter)
  }

  /** True if narrow and wide letters have the same width. The fonts of Chinese and Japanese prose have such letters too. */
  get isMonospaced(): boolean {
    const haveBoth = this.#narrow.size > 0 && this.#wide.size > 0
    return haveBoth && !this.#isFullWidth && new Set([...this.#narrow, ...this.#wide]).size === 1
  }
}

/** A scanned page may have a stamp or a page number. */
const maxCharsOfImage = 20
const minShareOfImage = 0.3

function isImage({ view }: PDFPageProxy, directed: ReturnType<typeof readRuns>, largest: number): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = view
  const chars = charsIn(directed.flatMap(({ runs }) => runs))
  return chars <= maxCharsOfImage && largest > (right - left) * (top - bottom) * minShareOfImage
}

/** Maximum number of operators in a drawing, all of which are kept in memory while it is read. */
const drawnParts = 60_000

async function readOperators(page: PDFPageProxy): Promise<Operators | null> {
  const reading = withWorkLimit(() => page.getOperatorList({ annotationMode: 0 }), { parts: drawnParts })
  // The text is still readable without its drawing.
  return (await reading.catch(() => null))?.value ?? null
}
