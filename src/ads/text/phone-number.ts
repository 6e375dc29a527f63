/** Recognizes phone numbers by their digits and separators. */

const phoneNumber = /(?:\+|\(|\b)\d[\d\s().\-–/\u2010\u2011]{5,}\d/u

/** The first phone number in the text, as written; null if there isn't one. */
export function phoneNumberIn(text: string): string | null {
  const candidate = phoneNumber.exec(text)?.[0].trim()
  if (candidate === undefined) return null
  const digits = candidate.replace(/\D/g, '').length
  // A phone number has separators or a plus sign. 1000000 and 2018-2019 aren't phone numbers.
  return digits >= 7 &&
    digits <= 15 &&
    /[\s().+-]/.test(candidate) &&
    !/^(?:19|20)\d\d\s?[-–/]\s?(?:19|20)\d\d$/.test(candidate)
    ? candidate
    : null
}

/** True if the text is only a phone number. */
export function isPhoneNumber(text: string): boolean {
  return phoneNumberIn(text)?.length === text.length
}
