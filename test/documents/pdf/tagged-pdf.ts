/** Handwritten PDFs with a structure tree. Elements contain strings at given positions. */

import { pdfFile, stream } from './pdf-document.ts'

export interface PlacedText {
  text: string
  x: number
  /** Distance from the top of the page. */
  y: number
  /** Page index, starting at 0. */
  page?: number
  size?: number
  font?: 'plain' | 'bold' | 'mono'
}

export interface TaggedElement {
  role: string
  children?: readonly (TaggedElement | PlacedText)[]
  alt?: string
  actualText?: string
  /** Additional entries of its dictionary. */
  attributes?: string
  /** The URL of a link annotation without text. */
  link?: string
}

export interface TaggedDocument {
  tree: readonly TaggedElement[]
  roles?: Readonly<Record<string, string>>
  artifacts?: readonly PlacedText[]
  untagged?: readonly PlacedText[]
  /** Coordinates x, y, x, y from the top left of the first page. */
  rules?: readonly (readonly [number, number, number, number])[]
  isMarked?: boolean
  /** Additional entries in the root of the tree. */
  root?: string
}

const height = 792
const fonts = { plain: 'Helvetica', bold: 'Helvetica-Bold', mono: 'Courier' }

/** Strings are in Latin-1. */
export function taggedPdf({
  tree,
  roles = {},
  artifacts = [],
  untagged = [],
  rules = [],
  isMarked = true,
  root: entries = '',
}: TaggedDocument): Uint8Array<ArrayBuffer> {
  const objects: string[] = ['', '', ...Object.values(fonts).map(fontOf)]
  const add = (object: string) => objects.push(object)
  const all = [...textsOf(tree), ...artifacts, ...untagged]
  const count = 1 + Math.max(0, ...all.map(({ page = 0 }) => page))
  const pages = Array.from({ length: count }, () => ({
    number: add(''),
    content: [] as string[],
    elements: [] as number[],
    annotations: [] as number[],
  }))
  const root = add('')
  const annotationParents: string[] = []

  const addElement = (element: TaggedElement, parent: number): number => {
    const number = add('')
    const kids = (element.children ?? []).map((child): string => {
      if ('role' in child) return `${addElement(child, number)} 0 R`
      const page = pages[child.page ?? 0] as (typeof pages)[number]
      const id = page.elements.push(number) - 1
      page.content.push(`/${element.role} << /MCID ${id} >> BDC ${shown(child)} EMC`)
      return `<< /Type /MCR /Pg ${page.number} 0 R /MCID ${id} >>`
    })
    if (element.link !== undefined) {
      const [page] = pages
      const key = count + annotationParents.length
      const annotation = add(
        `<< /Type /Annot /Subtype /Link /Rect [0 0 1 1] /StructParent ${key} /A << /S /URI /URI (${element.link}) >> >>`,
      )
      page?.annotations.push(annotation)
      annotationParents.push(`${key} ${number} 0 R`)
      kids.push(`<< /Type /OBJR /Pg ${page?.number} 0 R /Obj ${annotation} 0 R >>`)
    }
    const isEmpty = kids.length === 0 && element.alt !== undefined
    const texts = [
      isEmpty ? `/Pg ${pages[0]?.number} 0 R` : '',
      element.alt === undefined ? '' : `/Alt (${element.alt})`,
      element.actualText === undefined ? '' : `/ActualText (${element.actualText})`,
    ]
    objects[number - 1] =
      `<< /Type /StructElem /S /${element.role} /P ${parent} 0 R /K [${kids.join(' ')}] ${texts.join(' ')} ${element.attributes ?? ''} >>`
    return number
  }
  const kids = tree.map((element) => addElement(element, root))
  for (const text of artifacts) pages[text.page ?? 0]?.content.push(`/Artifact BMC ${shown(text)} EMC`)
  for (const text of untagged) pages[text.page ?? 0]?.content.push(shown(text))
  pages[0]?.content.push(...rules.map(([x0, y0, x1, y1]) => `${x0} ${height - y0} m ${x1} ${height - y1} l S`))

  const parents = pages.map(({ elements }, at) => `${at} [${elements.map((number) => `${number} 0 R`).join(' ')}]`)
  const parentTree = add(`<< /Nums [${[...parents, ...annotationParents].join(' ')}] >>`)
  const map = Object.entries(roles).map(([from, to]) => `/${from} /${to}`)
  objects[root - 1] =
    `<< /Type /StructTreeRoot /K [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /ParentTree ${parentTree} 0 R /RoleMap << ${map.join(' ')} >> ${entries} >>`
  const resources = `<< /Font << ${Object.keys(fonts)
    .map((name, at) => `/${name} ${3 + at} 0 R`)
    .join(' ')} >> >>`
  const streams = pages.map(({ number, content, annotations }, at) => {
    const contents = objects.length + 1 + at
    const own = annotations.map((one) => `${one} 0 R`).join(' ')
    objects[number - 1] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${height}] /Contents ${contents} 0 R /Resources ${resources} /StructParents ${at} /Annots [${own}] >>`
    return stream(content.join('\n'))
  })
  objects[0] = `<< /Type /Catalog /Pages 2 0 R /StructTreeRoot ${root} 0 R /MarkInfo << /Marked ${isMarked} >> >>`
  objects[1] = `<< /Type /Pages /Kids [${pages.map(({ number }) => `${number} 0 R`).join(' ')}] /Count ${count} >>`
  return new Uint8Array(pdfFile([...objects, ...streams]))
}

/** Returns lines one below the other, 14 points apart, starting at this position. */
export function linesFrom(
  x: number,
  y: number,
  lines: readonly string[],
  style: Partial<PlacedText> = {},
): PlacedText[] {
  return lines.map((text, at) => ({ text, x, y: y + at * 14, ...style }))
}

const fontOf = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

function textsOf(tree: readonly (TaggedElement | PlacedText)[]): PlacedText[] {
  return tree.flatMap((node) => ('role' in node ? textsOf(node.children ?? []) : [node]))
}

function shown({ text, x, y, size = 11, font = 'plain' }: PlacedText): string {
  return `BT /${font} ${size} Tf 1 0 0 1 ${x} ${height - y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`
}
