/** Counts changes to the document. New content always counts, but repeated changes in one place soon stop counting. */

interface ChangeWatch {
  changes: number
  strictChanges: number
  stop(): void
}

/** A change counts if it gives a node more children than ever before, or is one of the first replacements in that node. */
export function watchChanges(): ChangeWatch {
  const countedTicks = 30
  const strictlyCountedTicks = 5
  const places = new WeakMap<Node, { size: number; largest: number; ticks: number }>()

  const observer = new MutationObserver((records) => {
    const growth = new Map<Node, number>()
    for (const { type, target, addedNodes, removedNodes } of records) {
      growth.set(
        target,
        (growth.get(target) ?? 0) + (type === 'childList' ? addedNodes.length - removedNodes.length : 0),
      )
    }
    for (const [target, difference] of growth) {
      const place = places.get(target) ?? { size: 0, largest: 0, ticks: 0 }
      places.set(target, place)
      place.size += difference
      if (place.size > place.largest) {
        place.largest = place.size
        watch.changes++
        watch.strictChanges++
      } else {
        place.ticks++
        if (place.ticks <= countedTicks) watch.changes++
        if (place.ticks <= strictlyCountedTicks) watch.strictChanges++
      }
    }
  })
  const watch = { changes: 0, strictChanges: 0, stop: () => observer.disconnect() }
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  return watch
}
