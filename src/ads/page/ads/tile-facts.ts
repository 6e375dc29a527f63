/**
 * Recognizes tile lines that state a fact: a vehicle's mileage, a distance, opening hours, a duration, a hotel's class. Determines from them
 * what kind of offer a tile is.
 */

import type { Element } from 'domhandler'
import { hasElement } from '../../../html/traverse.ts'
import type { AdKind } from '../../ad/ad.ts'
import { withLatinDigits } from '../../text/amounts.ts'
import type { TextLine } from '../dom/text-lines.ts'
import type { AdLink } from '../survey/ad-links.ts'

const number = String.raw`\d[\d.,'’٬\u00a0\u202f ]*`
const distanceUnit = String.raw`(?:mi|miles?|km|kms|kilomet(?:er|re)s?|chilometri|quilômetros|kilómetros|км|χλμ|公里|キロ|กม\.?|كم|ק"מ)`
const mileage = new RegExp(String.raw`^(?:${number}\s?[kK]?)\s?${distanceUnit}\.?$`, 'iu')
const distance = new RegExp(
  String.raw`^${number}\s?(?:${distanceUnit}|m|ft)\.?(?:\s(?:away|entfernt|from\s.{1,30}|de distance|de aquí|da .{1,30}))?$`,
  'iu',
)
const hours =
  /^(?:open|opens|closed|closes|closing|geöffnet|geschlossen|öffnet|schließt|ouvert|fermé|ouvre|ferme|abierto|cerrado|abre|cierra|aperto|chiuso|apre|chiude|aberto|fechado|fecha|otvoreno|zatvoreno|open ?24|เปิด|ปิด|営業中|営業時間外|مفتوح|مغلق|открыто|закрыто)(?:$|\s*[·⋅:.,|]|\s+(?:\S{1,12}\s+)?\d|\s(?:now|today|soon|jetzt|heute|bald|maintenant|aujourd['’]hui|bientôt|ahora|hoy|pronto|ora|oggi|agora|hoje|em breve|danas|uskoro)(?!\p{L}))/iu
const duration = /^(?:\d{1,2}:)?\d{1,2}:\d{2}$/
const condition =
  /^(?:new|used|certified(?: pre-owned)?|pre-owned|refurbished|neu|gebraucht|jahreswagen|vorführwagen|neuf|occasion|nuovo|usato|nuevo|usado|novo|seminovo|novi|polovno|มือสอง|新車|中古車|مستعمل|جديد)$/iu
const hotelClass =
  /^(?:hotel\s)?[1-5][\s-]*(?:star|sterne|étoiles?|stelle|estrellas|estrelas|sterren|ดาว|つ星|星|성급|نجوم)/iu
/** From this value up, a number of miles or kilometers is a mileage; below it, a distance. */
const minMileage = 500
const maxFactLength = 80

/** True if the line is a fact rather than a name or a seller. */
export function isTileFact(line: string): boolean {
  return [mileage, distance, hours, duration, condition, hotelClass].some((form) => isForm(line, form))
}

function isForm(line: string, form: RegExp): boolean {
  return line.length <= maxFactLength && form.test(withLatinDigits(line))
}

/** True if the line is a vehicle's mileage: "45,123 mi", "12k km". */
export function isMileage(line: string): boolean {
  const text = withLatinDigits(line)
  return isForm(line, mileage) && (/k\s?\p{L}/iu.test(text) || Number(text.replace(/\D/g, '')) >= minMileage)
}

export function isDistance(line: string): boolean {
  return isForm(line, distance) && !isMileage(line)
}

/** True if the line starts with opening hours: "Open ⋅ Closes 9 PM". */
export function isHours(line: string): boolean {
  return hours.test(line)
}

/** True if the line is the length of a video: "0:45". */
export const isDuration = (line: string) => isForm(line, duration)

/** True if the line says that an item is new or used. */
export const isCondition = (line: string) => isForm(line, condition)

const maxNodes = 500
const hotelLink = /\/travel\/(?:hotels|clk)|[/?&.=-]hotels?\b|hotel_/i
const videoHost = /^(?:https?:)?\/\/(?:[a-z]+\.)?(?:youtube\.com|youtu\.be|vimeo\.com)\//i
// As in "2021 Toyota Corolla LE".
const yearBefore = /^(?:19[5-9]\d|20[0-4]\d)\s\p{L}/u

/** `lines` are the tile's lines except its name and prices. */
export function tileKind(
  root: Element,
  links: AdLink[],
  lines: TextLine[],
  tile: { title: string; hasPrice: boolean },
): AdKind {
  const texts = lines.map(({ text }) => text)
  if (isVehicle(texts, tile.title)) return 'vehicle'
  const elements = links.map(({ element }) => element)
  if (isVideo(root, elements, tile.hasPrice ? [] : texts)) return 'video'
  if (links.some((link) => link.isOffer)) return 'shopping'
  const attributes = elements.flatMap(({ attribs }) => Object.values(attribs)).join(' ')
  if (hotelLink.test(attributes) || [tile.title, ...texts].some((text) => /★|\d-star|hotel/i.test(text))) return 'hotel'
  return links.some((link) => link.isTile) ? 'shopping' : 'travel'
}

// True if there is a mileage. In some countries, tiles show only a year in the name, and a condition such as new or used.
function isVehicle(texts: string[], title: string): boolean {
  const parts = texts.flatMap((text) => text.split(/\s*[·⋅|•]\s*/))
  return parts.some(isMileage) || (yearBefore.test(title) && parts.some(isCondition))
}

/** True if a link leads to a video, or if there is an image with a duration. */
export function isVideo(root: Element, links: Element[], texts: string[]): boolean {
  if (links.some(({ attribs }) => videoHost.test(attribs.href ?? ''))) return true
  return texts.some(isDuration) && hasPicture(root)
}

/** True if the element has an image or a video among its first nodes. */
export function hasPicture(root: Element): boolean {
  return hasElement(root, ({ name }) => name === 'video' || name === 'img' || name === 'g-img', maxNodes)
}
