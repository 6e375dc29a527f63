/** The text of documents as extracted by other programs, for comparison with Gleaner's words. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { parse } from 'parse5'
import type { CorpusDocument } from './corpus.ts'
import { convert } from './made.ts'

/** Text of the pages, or null if no other program on this machine can extract it. */
type Reference = string[] | null

const writer = new Set(['docx', 'odt', 'rtf'])
const sheets = new Set(['xlsx', 'ods'])
const slides = new Set(['pptx', 'odp'])

/** Prepares the exports of all documents at once, because LibreOffice takes seconds to start. */
export function openReferences(
  documents: readonly CorpusDocument[],
  cache: string,
): (document: CorpusDocument) => Reference {
  const folderOf = (document: CorpusDocument) => join(cache, 'reference', document.id.replace(/[/.]/g, '_'))
  const readable = documents.filter(({ truth }) => truth.error === undefined)
  const batches: [kinds: ReadonlySet<string>, filter: string][] = [
    [writer, 'txt:Text (encoded):UTF8'],
    [sheets, 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,true,false,false,-1'],
    [slides, 'pdf'],
  ]
  for (const [kinds, filter] of batches) {
    for (const document of readable.filter(({ kind }) => kinds.has(kind))) {
      const folder = folderOf(document)
      if (existsSync(folder)) continue
      mkdirSync(folder, { recursive: true })
      attempt(() => convert([document.path], filter, folder, cache))
    }
  }
  return (document) => attempt(() => read(document, folderOf(document))) ?? null
}

function attempt<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}

function read({ kind, path }: CorpusDocument, folder: string): Reference {
  if (kind === 'pdf') return pdfPages(path)
  if (kind === 'csv' || kind === 'tsv') return [readFileSync(path, 'utf8')]
  if (kind === 'epub') return epubTexts(path)
  const files = readdirSync(folder).map((name) => join(folder, name))
  if (files.length === 0) return null
  if (slides.has(kind)) return files.flatMap(pdfPages)
  return files.map((file) => readFileSync(file, 'utf8'))
}

function pdfPages(path: string): string[] {
  const text = execFileSync('pdftotext', ['-enc', 'UTF-8', path, '-'], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return text.split('\f')
}

/** Returns the text of the documents in the order of the book's spine. */
function epubTexts(path: string): string[] {
  const files = unzipSync(readFileSync(path))
  const textOf = (name: string) => new TextDecoder().decode(files[name] ?? new Uint8Array())
  const root = /full-path=["']([^"']+)/.exec(textOf('META-INF/container.xml'))?.[1] ?? ''
  const opf = textOf(root)
  const attribute = (tag: string, name: string) => new RegExp(`\\b${name}=["']([^"']+)`).exec(tag)?.[1] ?? ''
  const items = new Map(
    // Tables of contents, which repeat the headings, aren't part of the text.
    [...opf.matchAll(/<(?:opf:)?item\b[^>]*>/g)]
      .filter(([tag]) => !/\bnav\b/.test(attribute(tag, 'properties')))
      .map(([tag]) => [attribute(tag, 'id'), attribute(tag, 'href')]),
  )
  const spine = [...opf.matchAll(/<(?:opf:)?itemref\b[^>]*>/g)].map(([tag]) => items.get(attribute(tag, 'idref')) ?? '')
  const base = root.includes('/') ? root.slice(0, root.lastIndexOf('/') + 1) : ''
  return spine.map((href) => bodyText(textOf(base + decodeURIComponent(href))))
}

interface ParsedNode {
  nodeName: string
  value?: string
  childNodes?: ParsedNode[]
}

function bodyText(source: string): string {
  const texts: string[] = []
  const walk = (node: ParsedNode): void => {
    if (node.nodeName === '#text') texts.push(node.value ?? '')
    if (!['head', 'script', 'style'].includes(node.nodeName)) for (const child of node.childNodes ?? []) walk(child)
    if (/^(?:p|div|li|td|th|h[1-6]|br|dt|dd|tr)$/.test(node.nodeName)) texts.push('\n')
  }
  walk(parse(source.replace(/<(title|script|style)\b([^>]*)\/>/g, '<$1$2></$1>')) as ParsedNode)
  return texts.join('')
}
