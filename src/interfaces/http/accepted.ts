/** What a client accepts: the names of an `Accept…` header with their weights. */

/** Names in lower case, without parameters, with their weights; NaN for one that is no number. @see RFC 9110 §12.4.2 */
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
