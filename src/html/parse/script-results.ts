/** Shows what two services' scripts show in a browser: e-mail addresses that Cloudflare has encoded, and gists of GitHub, as links. */

import { type Element, isText } from 'domhandler'
import type { PageElements } from '../page-elements.ts'
import { createText, setChildren } from './nodes.ts'

const emailPath = '/cdn-cgi/l/email-protection'
const gist = /^(?:https?:)?(\/\/gist\.github\.com\/[\w.-]+\/?[\w-]*)\.js(?:\?file=([\w.-]+))?$/

/** `source`: the text that was parsed. Call this before the elements are indexed. */
export function showScriptResults(elements: PageElements, source: string): void {
  if (![emailPath, 'data-cfemail', '//gist.github.com/'].some((sign) => source.includes(sign))) return
  for (const element of elements.all) {
    if (element.name === 'script') showGist(element)
    else showEmail(element)
  }
}

function showGist(script: Element): void {
  const [, url, file] = gist.exec(script.attribs.src ?? '') ?? []
  if (url === undefined) return
  script.name = 'a'
  script.type = 'tag' as Element['type']
  script.attribs.href = `https:${url}`
  setChildren(script, [createText(file === undefined ? 'Gist' : `Gist: ${file}`)])
}

function showEmail(element: Element): void {
  const { attribs } = element
  const address = decoded(attribs['data-cfemail'])
  if (address !== null && element.children.every(isText)) setChildren(element, [createText(address)])
  const [start, hex] = attribs.href?.split('#', 2) ?? []
  if (!start?.endsWith(emailPath)) return
  const target = decoded(hex)
  if (target !== null) attribs.href = `mailto:${target}`
  // Cloudflare's script replaces such a link with its text.
  else if (address !== null) delete attribs.href
}

/** The first byte is the XOR key for the others. Null if they aren't an address. Seen in Cloudflare Email Address Obfuscation, 2026. */
function decoded(hex = ''): string | null {
  const [key = 0, ...bytes] = Buffer.from(hex.slice(0, 2000), 'hex')
  const text = Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8')
  return /^[^\s@]+@[^\s@]+$/.test(text) ? text : null
}
