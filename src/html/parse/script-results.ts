/**
 * Shows what scripts of some services show in a browser: e-mail addresses that Cloudflare has encoded, and what is embedded from elsewhere, as
 * links. Elements that already have content stay unchanged.
 */

import type { Element } from 'domhandler'
import type { Document } from '../document.ts'
import { elementsBelow, PageElements } from '../page-elements.ts'
import { outermost, textOf } from '../traverse.ts'
import { createAttributes, createElement, createText, setChildren } from './nodes.ts'

const emailPath = '/cdn-cgi/l/email-protection'
const gist = /^(?:https?:)?(\/\/gist\.github\.com\/[\w.-]+(?:\/[\w-]+)?)\.js(?:\?file=([\w.-]+))?$/

/** A name for the link, the attribute with the URL, and the start of the URL. Without the attribute, a link in the element has the URL. */
type Embed = readonly [name: string, attribute: string, start: string]
/** By class (seen in November 2026). */
const embeds: Record<string, Embed> = {
  'twitter-tweet': ['Post', '', ''],
  'fb-post': ['Post', 'data-href', ''],
  'fb-video': ['Video', 'data-href', ''],
  'instagram-media': ['Post', 'data-instgrm-permalink', ''],
  'tiktok-embed': ['Video', 'cite', ''],
  'flourish-embed': ['Chart', 'data-src', 'https://public.flourish.studio/'],
  'infogram-embed': ['Chart', 'data-id', 'https://infogram.com/'],
}
const embedClass = new RegExp(`(?<![\\w-])(?:${Object.keys(embeds).join('|')})(?![\\w-])`)
/** Elements that show something without text. */
const shown = new Set(['iframe', 'img', 'video'])

/** Returns the document with these changes to its tree. Reads each node once, even if such elements are nested. */
export function withScriptResults(document: Document): Document {
  const { root, elements } = document
  const embedded = [...elements.byClass].flatMap(([classes, list]) => (embedClass.test(classes) ? list : []))
  const changed = [
    ...outermost(embedded).map(showEmbed),
    ...elements.named('script').map(showOfScript),
    ...outermost(elements.having('data-cfemail')).map(showAddress),
    // Last, because an address that isn't a link becomes text.
    ...elements.named('a').map(showTarget),
  ]
  return changed.includes(true) ? { ...document, elements: new PageElements(root) } : document
}

function showEmbed(element: Element): boolean {
  const [found = ''] = embedClass.exec(element.attribs.class ?? '') ?? []
  const [name, attribute, start] = embeds[found] as Embed
  const own = element.attribs[attribute]
  const inner = elementsBelow(element)
  const url = own ? start + own : inner.find(({ attribs: { href } }) => href)?.attribs.href
  if (!url || textOf(element) !== '' || inner.some(({ name }) => shown.has(name))) return false
  const figure = createElement('figure', createAttributes(), element.namespace ?? '')
  setChildren(element, [figure])
  return becomeFigure(figure, url, name)
}

function showOfScript(script: Element): boolean {
  const { src = '', 'data-telegram-post': post } = script.attribs
  const [, url, file] = gist.exec(src) ?? []
  if (url !== undefined) return becomeFigure(script, `https:${url}`, file === undefined ? 'Gist' : `Gist: ${file}`)
  return post !== undefined && becomeFigure(script, `https://t.me/${post}`, 'Post')
}

/** A figure belongs to the text around it, even if its only text is a link. The attributes stay, for selectors that name them. */
function becomeFigure(element: Element, href: string, text: string): boolean {
  const link = createElement('a', Object.assign(createAttributes(), { href }), element.namespace ?? '')
  setChildren(link, [createText(text)])
  element.name = 'figure'
  element.type = link.type
  setChildren(element, [link])
  return true
}

function showAddress(element: Element): boolean {
  const address = decoded(element.attribs['data-cfemail'])
  if (address === null || !/^\[email.protected\]$/.test(textOf(element))) return false
  setChildren(element, [createText(address)])
  return true
}

function showTarget({ attribs }: Element): boolean {
  const { href } = attribs
  if (!href?.includes(emailPath)) return false
  const target = decoded(href.split('#', 2)[1])
  if (target !== null) attribs.href = `mailto:${target}`
  // Cloudflare's script replaces such a link with its text.
  else if (decoded(attribs['data-cfemail']) !== null) delete attribs.href
  return true
}

/** The first byte is the XOR key for the others. Null if they aren't an address. Seen in Cloudflare Email Address Obfuscation, 2026. */
function decoded(hex = ''): string | null {
  const [key = 0, ...bytes] = Buffer.from(hex.slice(0, 2000), 'hex')
  const text = Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8')
  return /^[^\s@]+@[^\s@]+$/.test(text) ? text : null
}
