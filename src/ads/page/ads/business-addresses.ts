/** Finds the address of an advertiser's business, which is a separate link in a text ad or part of a line in a card. */

import type { Element } from 'domhandler'
import { priceIn } from '../../text/amounts.ts'
import { isPhoneNumber, phoneNumberIn } from '../../text/short-texts.ts'
import { beginsWithSign, type TextLine, textLines } from '../dom/text-lines.ts'
import { isHours } from './tile-facts.ts'

const maxLinkLength = 120
const mapsLink = /^(?:https?:)?\/\/(?:maps\.google\.|(?:www\.)?google\.[a-z.]+\/maps\b)|^\/maps\b/
// "St Denis · 20 adresses à proximité" gives the number of places nearby.
const placesNearby = /(?:^|\s)\d+\s\p{L}/u

/** The first link that shows an address. */
export function findLinkedAddress(links: Element[]): { address: string; link: Element } | null {
  const link = links.find((one) => addressOfLink(one) !== null)
  return link ? { link, address: addressOfLink(link) ?? '' } : null
}

function addressOfLink(link: Element): string | null {
  const [line, second] = textLines(link)
  if (!line || second || line.text.length > maxLinkLength || phoneNumberIn(line.text) === line.text) return null
  const { text } = line
  if (isStreetAddress(text) || isTown(text)) return text
  if (mapsLink.test(link.attribs.href ?? '')) return text
  // An icon precedes an address or a promotion. A promotion starts with bold text and contains an amount or a percentage.
  const parts = text.split(/\s·\s/)
  const hasPlaces = parts.length === 2 && placesNearby.test(parts[1] ?? '') && !/[%\p{Sc}]/u.test(text)
  const isPlace = hasPlaces || (parts.length > 1 && parts.slice(1).some(isStreetAddress)) || hasCommas(text)
  return isPlace && beginsWithSign(link) ? text : null
}

function hasCommas(text: string): boolean {
  return /,\s/.test(text) && !/[%!?\p{Sc}]/u.test(text) && priceIn(text) === null
}

/**
 * The address in a card's lines, as in "Dentist · 91 Borough High Street · Open". `isPlace` is true if the card is for a place.
 */
export function addressInLines(lines: TextLine[], isPlace: boolean): string | null {
  const isAddress = isPlace ? isLikelyAddress : isStreetAddress
  for (const { text } of lines) {
    if (isHours(text)) continue
    const parts = text.split(/\s*[·⋅]\s*/).filter((part) => part !== '' && !isPhoneNumber(part))
    const address = parts.find((part) => isAddress(part) || isTown(part))
    if (address !== undefined) return address
  }
  return null
}

const maxLength = 120
const street = String.raw`street|str(?:aße|asse|\.)?|road|rd\.?|avenue|ave\.?|av\.|boulevard|blvd\.?|bd\.?|lane|ln\.?|drive|dr\.|highway|hwy|court|ct\.|square|sq\.|place|pl\.|terrace|gardens|parkway|pkwy|way|suite|rue|quai|allée|impasse|chemin|platz|weg|allee|gasse|ring|ufer|damm|chaussee|markt|via|viale|piazza|corso|largo|calle|carrer|c/|avenida|avda\.?|paseo|plaza|carrera|rua|travessa|praça|estrada|rodovia|straat|laan|plein|gracht|kade|ulica|ul\.|aleja|al\.|trg|bulevar|cesta|ulice|náměstí|utca|út|tér|strada|calea|gata|gatan|väg|vägen|vej|gade|gate|veien|katu|tie|ул\.?|улица|проспект|пр\.|площадь|вул\.|οδός|λεωφόρος|שדרות|רחוב|شارع|طريق|ถนน|ซอย|soi|jalan|jl\.|cadde(?:si)?|sokak|cd\.|sk\.|đường|phố`
const streetWord = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:${street})(?:$|[^\p{L}])|\p{L}(?:straße|strasse|str\.|weg|platz|allee|gasse|straat|laan|plein|gatan|vägen|vej|gade|veien|katu|utca)(?:$|[^\p{L}])`,
  'iu',
)
const number = /(?:^|[^\p{Nd}])\p{Nd}{1,5}\s?[a-zA-Z]?(?:$|[^\p{Nd}%\p{Sc}])/u
// Words that follow or precede their numbers: "丁目 番 号", "路 号", "로 12".
const eastAsian = /\p{Nd}\s*(?:丁目|番地?|号|號|街|路|巷|번지|로|길)|(?:[都道府県市区町村路街道]|[로길])\s*\p{Nd}/u
// A number, then a name: "53 Brockenhurst Gardens".
const numberThenName = /^\p{Nd}{1,5}[a-zA-Z]?(?:[-–]\p{Nd}{1,5})?,?\s\p{Lu}[\p{L}'’.-]+(?:\s[\p{L}\p{Nd}'’.,-]+){0,8}$/u
// A name, then a number, and possibly a town: "Lindenhof 12, Hamburg" or "Lindenhof 12, 12345 Hamburg".
const nameThenNumber =
  /^\p{Lu}[\p{L}\s'’.-]{2,40}\s\p{Nd}{1,4}\s?[a-zA-Z]?(?:,\s?(?:\p{Nd}{4,6}\s)?\p{Lu}[\p{L}\s'’.-]+)?$/u
const cityAndState =
  /^\p{Lu}[\p{L}\s'’.-]{1,40},\s(?:[A-Z]{2}(?:\s\d{5}(?:-\d{4})?)?|[A-Z]{1,2}\d{1,2}[A-Z]?\s?\d[A-Z]{2})$/u
// As on a place's card: "C. de Alcalá, 12" and "R. Augusta, 1578".
const nameCommaNumber = /^\p{Lu}[\p{L}\s'’.-]{3,40},\s\p{Nd}{1,4}\s?[a-zA-Z]?$/u
const notAnAddress =
  /\d[.,:]\d|[%!?;]|\b(?:years?|reviews?|hours?|days?|ans|jahre|stunden|anni|años|anos|am|pm|a\.m\.|p\.m\.)\b/iu

export function isStreetAddress(text: string): boolean {
  if (text.length > maxLength || !/\p{L}/u.test(text) || priceIn(text) !== null || notAnAddress.test(text)) return false
  if (phoneNumberIn(text) !== null && !streetWord.test(text)) return false
  if (streetWord.test(text) && number.test(text)) return true
  return eastAsian.test(text) || (nameThenNumber.test(text) && text.includes(','))
}

/** True if the text may be an address, for cards that are known to show one. Accepts even a number with a name: "53 Brockenhurst". */
export function isLikelyAddress(text: string): boolean {
  if (isStreetAddress(text)) return true
  if (text.length > maxLength || notAnAddress.test(text) || priceIn(text) !== null) return false
  return numberThenName.test(text) || nameCommaNumber.test(text)
}

/** True if the text is a town with its state or postcode: "Austin, TX". */
export function isTown(text: string): boolean {
  return text.length <= maxLength && cityAndState.test(text)
}
