/** Makes the URLs in the attributes of elements absolute: they are put into another document, which has another base. */

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

/** Those that cannot be resolved stay as they are. */
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
