/** Parses `Accept…` headers: names and their weights. */

/** Returns weights by lower-case name without parameters. A weight that isn't a number is NaN. @see RFC 9110 §12.4.2 */
export function acceptedWeights(header: string | string[] | undefined): Map<string, number> {
  return new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
        const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
        return [name, weight === undefined ? 1 : Number(weight)] as const
      }),
  )
}
