/** The languages that a locale asks for, and how requests express them. */

/** The weight drops by 0.1 for each shorter tag, down to this minimum. */
const minWeight = 6

/** Returns the canonical tag without extensions, followed by each shorter form: `de-CH`, `de`. Throws RangeError for an invalid tag. */
export function languagesOf(locale: string): string[] {
  const parts = new Intl.Locale(locale).baseName.split('-')
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('-'))
}

/** Builds an `Accept-Language` value as browsers write it: `de-CH,de;q=0.9`. */
export function acceptLanguage(languages: readonly string[]): string {
  return languages
    .map((language, at) => (at === 0 ? language : `${language};q=0.${Math.max(minWeight, 10 - at)}`))
    .join(',')
}
