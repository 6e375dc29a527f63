/** Searches sorted values. */

/** Returns the index of the first sorted value for which `isAfter` is true; the number of values if there isn't one. */
export function firstIndex<Value>(sorted: ArrayLike<Value>, isAfter: (value: Value) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAfter(sorted[middle] as Value)) high = middle
    else low = middle + 1
  }
  return low
}
