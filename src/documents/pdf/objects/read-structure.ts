/** Reads the structure tree of a document into one tree for each page. */

import { attempt } from '../../../base/attempt.ts'
import type { DocumentMeter } from '../../converted/document-meter.ts'
import { isStandardRole, referenceId, type StructureContent, type StructureElement } from '../page/structure-tree.ts'
import type { ObjectFile } from './object-file.ts'
import {
  isArray,
  isDictionary,
  listOf,
  nameOf,
  type PdfDictionary,
  PdfReference,
  type PdfValue,
  textString,
} from './pdf-syntax.ts'

/** Maximum number of elements and content items. The rest isn't read. */
const maxNodes = 1_000_000
/** The clock is read once for this many nodes. */
const nodesPerCheck = 1000
/** Maximum nesting of elements. */
const deepest = 200
const maxTextChars = 20_000

/**
 * Returns trees keyed by page reference, in pdf.js notation (`12R`). Returns null if the document isn't marked as tagged, is encrypted, or
 * has a broken cross-reference table. Also returns null if reading the trees takes more than half of the time limit. The trees from pdf.js
 * aren't enough, because they leave out cell spans and elements that continue across pages. pdf.js also reads the whole document for each
 * page (31 s for 1,000 pages of 20 paragraphs). `pages`: the only pages whose trees are needed; null for all.
 */
export function readStructure(
  file: ObjectFile,
  meter: Pick<DocumentMeter, 'isHalfOver'>,
  pages: readonly PdfReference[] | null = null,
): ReadonlyMap<string, StructureElement> | null {
  // The text is still readable without its structure.
  const trees = attempt(() => {
    if (file.trailer.has('Encrypt')) return null
    const catalog = file.dictionary(file.trailer.get('Root'))
    const root = file.dictionary(catalog?.get('StructTreeRoot'))
    if (!root || file.dictionary(catalog?.get('MarkInfo'))?.get('Marked') !== true) return null
    return new StructureReader(file, root, meter, pages && elementsOnPages(file, root, pages)).read()
  })
  return trees ?? null
}

interface OpenElement {
  parent: OpenElement | null
  facts: Omit<StructureElement, 'children'>
  pages: Map<string, PageElement>
  /** The cells of a row. Every page with part of the row gets all of them, including cells without text. */
  cells: OpenElement[]
}

interface PageElement extends StructureElement {
  children: (StructureElement | StructureContent)[]
}

class StructureReader {
  readonly #file: ObjectFile
  readonly #root: PdfDictionary
  readonly #meter: Pick<DocumentMeter, 'isHalfOver'>
  readonly #roles: PdfDictionary | null
  readonly #classes: PdfDictionary | null
  /** Elements already read. An element that contains itself or has several parts is read only once. */
  readonly #seen = new Set<PdfDictionary>()
  readonly #wanted: ElementsOnPages | null
  #nodes = 0

  constructor(
    file: ObjectFile,
    root: PdfDictionary,
    meter: Pick<DocumentMeter, 'isHalfOver'>,
    wanted: ElementsOnPages | null,
  ) {
    this.#file = file
    this.#meter = meter
    this.#root = root
    this.#wanted = wanted
    this.#roles = file.dictionary(root.get('RoleMap'))
    this.#classes = file.dictionary(root.get('ClassMap'))
  }

  read(): Map<string, PageElement> {
    const top: OpenElement = { parent: null, facts: { role: 'Root' }, pages: new Map(), cells: [] }
    this.#kids(this.#root, top, { page: null, depth: 0, isWhole: false })
    return top.pages
  }

  /** `isWhole`: true for an element whose kids must all be read. */
  #kids(
    dictionary: PdfDictionary,
    element: OpenElement,
    { page, depth, isWhole }: { page: string | null; depth: number; isWhole: boolean },
  ): void {
    const stated = dictionary.get('K') ?? null
    const list = this.#file.resolve(stated)
    const all = isArray(list) ? list : [stated]
    const kids = isWhole || element.facts.role === 'TR' ? all : (this.#wanted?.among(all) ?? all)
    const own = kids.map((kid) => this.#file.resolve(kid))
    // A figure with alternative text, but no marked content for its drawing.
    if (own.every((kid) => kid === null) && element.facts.alt !== undefined && page !== null) elementOn(element, page)
    const opened = own.map((kid) => (isDictionary(kid) && this.#isNewElement(kid) ? this.#open(kid, element) : null))
    if (element.facts.role === 'TR') element.cells = opened.filter((one) => one !== null)
    for (const [at, kid] of own.entries()) {
      if (this.#nodes++ > maxNodes || depth > deepest) return
      const child = opened[at]
      if (child && isDictionary(kid)) {
        const isWhole = this.#wanted?.isOwn(kids[at]) === true
        this.#kids(kid, child, { page: pageOf(kid) ?? page, depth: depth + 1, isWhole })
      } else if (typeof kid === 'number') addTo(element, page, (own) => content(own, kid))
      else if (isDictionary(kid)) this.#reference(kid, element, page)
    }
  }

  #isNewElement(kid: PdfDictionary): boolean {
    const type = nameOf(kid.get('Type'))
    if (type === 'MCR' || type === 'OBJR' || this.#seen.has(kid)) return false
    this.#seen.add(kid)
    return true
  }

  #reference(kid: PdfDictionary, element: OpenElement, page: string | null): void {
    const own = pageOf(kid) ?? page
    const [id, object] = [this.#file.resolve(kid.get('MCID')), kid.get('Obj')]
    if (nameOf(kid.get('Type')) === 'MCR' && typeof id === 'number') addTo(element, own, (name) => content(name, id))
    else if (object instanceof PdfReference) addTo(element, own, () => ({ type: 'object', id: idOf(object) }))
  }

  #open(dictionary: PdfDictionary, parent: OpenElement): OpenElement {
    if (++this.#nodes % nodesPerCheck === 0 && this.#meter.isHalfOver) throw new Error('The structure is too large')
    const facts = {
      role: this.#role(dictionary),
      alt: this.#text(dictionary.get('Alt')),
      actualText: this.#text(dictionary.get('ActualText')),
      rowSpan: this.#span(dictionary, 'RowSpan'),
      columnSpan: this.#span(dictionary, 'ColSpan'),
    }
    return { parent, facts, pages: new Map(), cells: [] }
  }

  #text(value: PdfValue | undefined): string | undefined {
    const text = this.#file.resolve(value)
    return typeof text === 'string' ? textString(text.slice(0, maxTextChars)) : undefined
  }

  /** Returns the element's role, mapped to a standard role by the document's role maps if possible. */
  #role(dictionary: PdfDictionary): string {
    let role = nameOf(this.#file.resolve(dictionary.get('S')))
    const namespace = this.#file.dictionary(this.#file.dictionary(dictionary.get('NS'))?.get('RoleMapNS'))
    for (let step = 0; step < 20 && !isStandardRole(role); step++) {
      const mapped = this.#file.resolve(namespace?.get(role) ?? this.#roles?.get(role))
      const next = nameOf(isArray(mapped) ? this.#file.resolve(mapped[0]) : mapped)
      if (next === '') break
      role = next
    }
    return role
  }

  /** Returns a span from the attributes of an element or its classes; 1 if it isn't specified. */
  #span(dictionary: PdfDictionary, name: string): number {
    const listOf = (value: PdfValue | undefined) => {
      const found = this.#file.resolve(value)
      return (isArray(found) ? found : [found]).map((one) => this.#file.resolve(one))
    }
    const classes = listOf(dictionary.get('C')).flatMap((one) => listOf(this.#classes?.get(nameOf(one))))
    for (const attributes of [...listOf(dictionary.get('A')), ...classes]) {
      const value = isDictionary(attributes) ? this.#file.resolve(attributes.get(name)) : null
      if (typeof value === 'number' && Number.isInteger(value)) return Math.max(1, value)
    }
    return 1
  }
}

const idOf = ({ number, generation }: PdfReference) => referenceId(number, generation)

function pageOf(dictionary: PdfDictionary): string | null {
  const page = dictionary.get('Pg')
  return page instanceof PdfReference ? idOf(page) : null
}

const content = (page: string, id: number): StructureContent => ({ type: 'content', id: `p${page}_mc${id}` })

function addTo(element: OpenElement, page: string | null, make: (page: string) => StructureContent): void {
  if (page !== null) elementOn(element, page).children.push(make(page))
}

/** Returns the part of an element on a page, and inserts it into the page's tree if needed. */
function elementOn(element: OpenElement, page: string): PageElement {
  const known = element.pages.get(page)
  if (known) return known
  const parent = element.parent && elementOn(element.parent, page)
  // A cell's part may already exist because the surrounding row created it.
  const made = element.pages.get(page)
  if (made) return made
  const own: PageElement = { ...element.facts, isContinued: element.pages.size > 0, children: [] }
  element.pages.set(page, own)
  parent?.children.push(own)
  for (const cell of element.cells) elementOn(cell, page)
  return own
}

/** Number of kids to read of an element on other pages. These kids show where the element begins. */
const kidsOfOthers = 3

type ElementsOnPages = ReturnType<typeof elementsOnPages>

/** Finds the structure elements on some pages, so that the rest of the tree needn't be read. @see ISO 32000-2, 14.7.5.4 */
function elementsOnPages(file: ObjectFile, root: PdfDictionary, pages: readonly PdfReference[]) {
  /** Object numbers of elements with content on the pages. */
  const own = new Set<number>()
  /** Object numbers of the same elements and of all elements above them. */
  const all = new Set<number>()
  const keys = new Set(pages.flatMap((page) => parentKeysOf(file, page)))
  const values = [...numbersOf(file, root.get('ParentTree'))].flatMap(([key, value]) => (keys.has(key) ? [value] : []))
  for (const value of values) {
    const list = file.resolve(value)
    for (const one of isArray(list) ? list : [value]) {
      if (one instanceof PdfReference) own.add(one.number)
      let next: PdfValue | undefined = one
      while (next instanceof PdfReference && !all.has(next.number)) {
        all.add(next.number)
        next = file.dictionary(next)?.get('P')
      }
    }
  }
  return {
    /** True for an element whose kids may all be on the pages. */
    isOwn: (kid: PdfValue | undefined) => !(kid instanceof PdfReference) || own.has(kid.number),
    /** Returns the kids between the first and the last one on the pages, with their neighbors, which may be figures without content. */
    among(kids: readonly PdfValue[]) {
      const isOn = (kid: PdfValue) => kid instanceof PdfReference && all.has(kid.number)
      const first = kids.findIndex(isOn)
      const last = first === -1 ? kidsOfOthers : kids.findLastIndex(isOn) + 1
      return kids.filter((kid, at) => !(kid instanceof PdfReference) || (at >= first - 1 && at <= last))
    },
  }
}

/** Returns the keys of a page and its annotations in the parent tree. */
function parentKeysOf(file: ObjectFile, page: PdfReference): PdfValue[] {
  const dictionary = file.dictionary(page)
  const annotations = listOf(file.resolve(dictionary?.get('Annots')))
  const ofAnnotations = annotations.map((one) => file.resolve(file.dictionary(one)?.get('StructParent')))
  return [file.resolve(dictionary?.get('StructParents')), ...ofAnnotations]
}

/** Yields the entries of a number tree. */
function* numbersOf(file: ObjectFile, tree: PdfValue | undefined): Generator<[PdfValue, PdfValue]> {
  const seen = new Set<PdfDictionary>()
  const open = [tree]
  while (open.length > 0) {
    const node = file.dictionary(open.pop())
    if (!node || seen.has(node)) continue
    seen.add(node)
    const [numbers = [], kids = []] = ['Nums', 'Kids'].map((name) => listOf(file.resolve(node.get(name))))
    for (let at = 0; at + 1 < numbers.length; at += 2) yield [numbers[at] ?? null, numbers[at + 1] ?? null]
    for (const kid of kids) open.push(kid)
  }
}
