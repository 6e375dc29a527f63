/** Makes the URLs in elements' attributes absolute, for elements that are moved to a document with a different base. */

import type { Element } from 'domhandler'
import { parseSrcset } from '../absolute-url.ts'

const urlAttributes = [
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'data',
  'cite',
  'background',
  'data-src',
  'data-href',
]
const srcsets = ['srcset', 'imagesrcset', 'data-srcset']

/** Leaves URLs that can't be resolved unchanged. */
export function writeAbsoluteUrls(elements: readonly Element[], resolve: (written: string) => string | null): void {
  for (const { attribs } of elements) {
    for (const name of urlAttributes) {
      const written = attribs[name]
      const url = written === undefined ? null : resolve(written)
      if (url !== null) attribs[name] = url
    }
    for (const name of srcsets) if (attribs[name] !== undefined) attribs[name] = absoluteSrcset(attribs[name], resolve)
  }
}

function absoluteSrcset(srcset: string, resolve: (written: string) => string | null): string {
  return parseSrcset(srcset)
    .map(({ url, descriptor }) => `${resolve(url) ?? url} ${descriptor}`.trim())
    .join(', ')
}
