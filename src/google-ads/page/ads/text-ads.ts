/** What does an ad with a headline say: text, call and app ads? */

import type { AnyNode } from 'domhandler'
import type { Document } from '../../../document/document.ts'
import { isText, walk } from '../../../document/traverse.ts'
import type { Ad, ReadAd } from '../../ad.ts'
import { addressRank, isAdLabel, isPhone, phoneIn, priceOf } from '../../shapes.ts'
import { isBelow } from '../dom/headings.ts'
import { type Line, linesOf, visibleText } from '../dom/text-lines.ts'
import type { AdLink } from '../survey/ad-links.ts'
import type { Survey } from '../survey/survey.ts'
import type { Unit } from './ad-units.ts'
import { counterAddress, landingOf } from './ad-urls.ts'
import { sitelinksOf } from './sitelinks.ts'

const minDescription = 5
const appStores =
  /^https?:\/\/(?:play\.google\.com\/store\/apps|(?:apps|itunes)\.apple\.com\/|appgallery\.huawei\.com\/)/

export interface Surroundings {
  survey: Survey
  document: Document
  /** Links of the titles of all ads of the page. */
  titles: Set<AdLink>
  /** Lines that several advertisers' ads on the page share. */
  common: Set<string>
}

/** The ad of a unit. */
export function readTextAd(unit: Unit, { survey, document, titles, common }: Surroundings): ReadAd {
  const displayed = unit.addresses[0]?.text ?? null
  const title = visibleText(unit.title.heading) || null
  const lines = linesOf(unit.root)
  const header = headerOf(unit)
  const phone = phoneOf(lines, header, title, unit)
  const advertiser = advertiserOf(unit, lines, title)
  const kind = kindOf(unit, title)
  return {
    kind,
    title,
    url: landingOf(unit.title.link, displayed, document.url),
    displayed_url: displayed,
    description: descriptionOf(lines, header, unit, new Set([title, advertiser, ...common])),
    advertiser,
    tracking_url: counterAddress(unit.title.link, document.baseUrl),
    // An app ad's further links install it.
    sitelinks: kind === 'app' ? [] : sitelinksOf(unit, survey, titles, document.url),
    phone,
    price: null,
  }
}

/** Can the ad do without a displayed address? Call and app ads have none. */
export function isWithoutAddress(ad: ReadAd): boolean {
  return ad.kind === 'call' || ad.kind === 'app'
}

function kindOf(unit: Unit, title: string | null): Ad['kind'] {
  const { attribs } = unit.title.link.element
  const href = attribs.href ?? ''
  if (appStores.test(href) || Object.values(attribs).some((value) => appStores.test(decodeTail(value)))) return 'app'
  const leadsToCall =
    /^tel:/.test(href) || (title !== null && phoneIn(title) !== null && !/^https?:\/\/(?!www\.google)/.test(href))
  return leadsToCall ? 'call' : 'text'
}

function decodeTail(value: string): string {
  return /adurl=([^&]+)/.exec(value)?.[1]?.replace(/%3A/gi, ':').replace(/%2F/gi, '/') ?? ''
}

/** Nodes of the header: the title and every repetition of the displayed address. */
function headerOf(unit: Unit): Set<AnyNode> {
  const nodes = new Set<AnyNode>()
  for (const element of [unit.title.heading, ...unit.addresses.map((address) => address.element)]) {
    walk(element, (node) => {
      if (isText(node)) nodes.add(node)
    })
  }
  return nodes
}

// The first line below the header that is the advertiser's own sentence: no link, number, rating or label.
function descriptionOf(lines: Line[], header: Set<AnyNode>, unit: Unit, known: Set<string | null>): string | null {
  const inHeader = lines.map((line) => line.nodes.some((node) => header.has(node)))
  const candidates = (from: number) =>
    lines.slice(from + 1).find((line, at) => !inHeader[from + 1 + at] && isSentence(line, unit, known))?.text ?? null
  return (
    candidates(inHeader.lastIndexOf(true)) ??
    candidates(inHeader.indexOf(true)) ??
    behindAddress(lines, inHeader, unit, known)
  )
}

// Until about 2013 the sentence went on where the address ended, behind a dash or a line break.
function behindAddress(lines: Line[], inHeader: boolean[], unit: Unit, known: Set<string | null>): string | null {
  const address = unit.addresses[0]?.text ?? ''
  const line = lines.find(({ text }, at) => inHeader[at] && address !== '' && text.startsWith(address))
  const text = line?.text.slice(address.length).replace(/^[\s·•–-]+/u, '') ?? ''
  return line && isSentence({ ...line, text }, unit, known) ? text : null
}

function isSentence(line: Line, unit: Unit, known: Set<string | null>): boolean {
  const { text } = line
  if (line.link !== null && line.link !== unit.title.link.element) return false
  if (line.isRating || text.length < minDescription || known.has(text)) return false
  if (isAdLabel(text) || isPhone(text) || priceOf(text) || addressRank(text) > 0) return false
  return /\p{L}/u.test(text) && !/^\d[.,]\d\s*(?:\(|★|\/)/.test(text)
}

function phoneOf(lines: Line[], header: Set<AnyNode>, title: string | null, unit: Unit): string | null {
  const called = /^tel:(.+)$/.exec(unit.title.link.element.attribs.href ?? '')?.[1]
  if (called !== undefined) return phoneIn(title ?? '') ?? decodeURIComponent(called)
  const line = lines.find(({ text, nodes }) => isPhone(text) && !nodes.some((node) => header.has(node)))
  const inLink = lines.find(
    ({ link, text }) => link !== null && text.length < 40 && phoneIn(text) !== null && link !== unit.title.link.element,
  )
  return line?.text ?? spanPhone(unit) ?? (inLink ? phoneIn(inLink.text) : null) ?? phoneIn(title ?? '')
}

// Since 2019 the number stands in a span of its own behind the address, on the same line.
function spanPhone(unit: Unit): string | null {
  let found: string | null = null
  walk(unit.root, (node) => {
    if (found) return false
    if (isText(node) && isPhone(node.data.trim())) found = node.data.trim()
    return found === null
  })
  return found
}

// Since 2023 the advertiser's name stands right before the displayed address; older ads have their label there.
function advertiserOf(unit: Unit, lines: Line[], title: string | null): string | null {
  const address = unit.addresses[0]
  if (!address) return null
  const own: AnyNode[] = []
  walk(address.element, (node) => {
    if (isText(node)) own.push(node)
  })
  const at = lines.findIndex((line) => line.nodes.some((node) => own.includes(node)))
  const line = lines[at]
  if (!line) return null
  const sameLine = line.text.endsWith(address.text) ? line.text.slice(0, -address.text.length).trim() : ''
  const name = sameLine || (lines[at - 1]?.text ?? '')
  const before = sameLine ? line : lines[at - 1]
  if (!before || name === '' || name === title || isAdLabel(name) || /·$/.test(name) || isPhone(name)) return null
  const isBeside = before.nodes.every((node) => isBelow(node, unit.title.link.element))
  return isBeside && isBelow(address.element, unit.title.link.element) ? name : null
}
