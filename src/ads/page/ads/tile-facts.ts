/** Recognizes tile lines that state a fact: a vehicle's mileage, a distance, opening hours, a duration, a hotel's class. */

import { withLatinDigits } from '../../text/numbers.ts'

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
  if (line.length > maxFactLength) return false
  const text = withLatinDigits(line)
  return (
    mileage.test(text) ||
    distance.test(text) ||
    isHours(text) ||
    [duration, condition, hotelClass].some((form) => form.test(text))
  )
}

/** True if the line is a vehicle's mileage: "45,123 mi", "12k km". */
export function isMileage(line: string): boolean {
  if (line.length > maxFactLength) return false
  const text = withLatinDigits(line)
  return mileage.test(text) && (/k\s?\p{L}/iu.test(text) || Number(text.replace(/\D/g, '')) >= minMileage)
}

/** True if the line is the distance to a place. */
export function isDistance(line: string): boolean {
  if (line.length > maxFactLength) return false
  return distance.test(withLatinDigits(line)) && !isMileage(line)
}

/** True if the line starts with opening hours: "Open ⋅ Closes 9 PM". */
export function isHours(line: string): boolean {
  return hours.test(line)
}

/** True if the line is the length of a video: "0:45". */
export function isDuration(line: string): boolean {
  return line.length <= maxFactLength && duration.test(withLatinDigits(line))
}

/** True if the line says that an item is new or used. */
export function isCondition(line: string): boolean {
  return condition.test(line)
}
