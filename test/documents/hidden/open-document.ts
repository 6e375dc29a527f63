/** Parts and styles that real programs require in OpenDocument files. */

import { type DocumentKind, documentTypes } from '../../../src/page/document-types.ts'
import type { ZipFiles } from '../office/archive/zip.ts'

const oasis = 'urn:oasis:names:tc:opendocument:xmlns'
const names: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['office', 'style', 'text', 'table', 'presentation'].map((name) => [name, `${oasis}:${name}:1.0`]),
  ),
  draw: `${oasis}:drawing:1.0`,
  fo: `${oasis}:xsl-fo-compatible:1.0`,
  svg: `${oasis}:svg-compatible:1.0`,
}

/** Declares the namespaces that `content.xml` and `styles.xml` use. */
export const styleNamespaces = Object.entries(names)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')

export interface OpenDocumentStyles {
  /** Children of `office:styles`. */
  styles?: string
  /** Attributes of the page's properties. */
  page?: string
}

/** The manifest and `styles.xml`, whose master page is `Standard`. */
export function openDocumentFiles(kind: DocumentKind, { styles = '', page = '' }: OpenDocumentStyles = {}): ZipFiles {
  const entry = (path: string, type: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`
  return {
    'META-INF/manifest.xml': `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="${oasis}:manifest:1.0" manifest:version="1.3">${entry('/', documentTypes[kind])}${entry('content.xml', 'text/xml')}${entry('styles.xml', 'text/xml')}</manifest:manifest>`,
    'styles.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-styles ${styleNamespaces} office:version="1.3"><office:styles>${styles}</office:styles><office:automatic-styles><style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm" ${page}/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Page"/></office:master-styles></office:document-styles>`,
  }
}

interface StyleOptions {
  family?: string
  parent?: string
}

/** A style. `properties` are its children. */
export const style = (name: string, properties: string, { family = 'paragraph', parent }: StyleOptions = {}) =>
  `<style:style ${styleNamespaces} style:name="${name}" style:family="${family}"${parent === undefined ? '' : ` style:parent-style-name="${parent}"`}>${properties}</style:style>`

export const textProperties = (attributes: string) => `<style:text-properties ${attributes}/>`
export const paragraphProperties = (attributes: string) => `<style:paragraph-properties ${attributes}/>`

/** A paragraph, optionally with a style. */
export const paragraph = (content: string, styleName = '') =>
  `<text:p${styleName === '' ? '' : ` text:style-name="${styleName}"`}>${content}</text:p>`
