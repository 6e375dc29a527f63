/** Finds the word that was most likely meant by a misspelled one. */

/** Distance of a word that starts with the given word or contains it as a separate part, regardless of length. */
const partDistance = 0.5

/** Returns the closest of `words`, or null if none is close. Up to a third of the letters may differ. */
export function nearestWord(given: string, words: Iterable<string>): string | null {
  const [nearest] = [...words]
    .map((word) => ({
      word,
      distance: given.length > 2 && isPart(given, word) ? partDistance : editDistance(given, word),
    }))
    .filter(
      ({ word, distance }) =>
        distance <= Math.ceil(Math.min(word.length, given.length) / 3) || distance === partDistance,
    )
    .sort((a, b) => a.distance - b.distance)
  return nearest?.word ?? null
}

function isPart(given: string, word: string): boolean {
  return word.startsWith(given) || word.split(/[_-]/).includes(given)
}

/** Longer words aren't misspelled names, and computing the distance takes time proportional to the product of both lengths. */
const maxChars = 60

/** Returns the number of letters inserted, omitted, replaced or swapped with their neighbor (optimal string alignment). */
function editDistance(from: string, to: string): number {
  if (from.length > maxChars || to.length > maxChars) return maxChars
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)]
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= from.length; row++) {
    const line = [row]
    rows.push(line)
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isExchanged = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      line.push(
        Math.min(
          cell(row - 1, column) + 1,
          cell(row, column - 1) + 1,
          cell(row - 1, column - 1) + (isSame ? 0 : 1),
          isExchanged ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return cell(from.length, to.length)
}
