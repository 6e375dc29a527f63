/** Measures a page for its screenshot. */

import type { ScreenshotStage, StagedPage } from './results.ts'

/** Also loads the lazy images in view and decodes those that have arrived, so that none is missing from the next frame. */
export async function measureShown(
  { isFullPage, maxHeight }: ScreenshotStage,
  element: Element | null,
): Promise<Omit<StagedPage, 'isSupported'>> {
  const maxMeasured = 300
  const decodeMs = 2000
  const frameMs = 20
  const { documentElement: root, body, images } = document
  const [start, end] = isFullPage ? [-scrollY, maxHeight] : [0, innerHeight]
  const inView = [...images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return element ? element.contains(image) : bottom >= start && top < end
  })
  for (const image of inView) image.loading = 'eager'
  const arrived = inView.filter(hasArrived)
  const decoding = Promise.allSettled(arrived.slice(0, maxMeasured).map((image) => image.decode()))
  await Promise.race([decoding, new Promise((resolve) => setTimeout(resolve, decodeMs))])
  const before = layoutOf()
  await new Promise((resolve) => setTimeout(resolve, frameMs))
  const { layout, ...boxes } = layoutOf()
  const isStable = layout === before.layout && inView.filter(hasArrived).length === arrived.length
  return { ...boxes, isStable }

  function hasArrived({ complete, naturalWidth }: HTMLImageElement): boolean {
    return complete && naturalWidth > 0
  }

  function layoutOf() {
    const trees = [root, body].filter((one) => one !== null)
    // In pages written from right to left, positions to the left of the window are negative.
    const isReversed = trees.some((one) => getComputedStyle(one).direction === 'rtl')
    const startX = isReversed ? Math.max(0, root.scrollWidth - root.clientWidth) : 0
    const isClipped = trees.some((one) => /hidden|clip/.test(getComputedStyle(one).overflowX))
    const width = isClipped ? innerWidth : Math.max(innerWidth, root.scrollWidth)
    const height = Math.max(innerHeight, ...trees.flatMap((one) => [one.scrollHeight, one.offsetHeight]))
    const places = [...(body?.children ?? []), ...images].slice(0, maxMeasured).map((one) => placeOf(one, startX))
    return {
      view: { x: scrollX + startX, y: scrollY, width: innerWidth, height: innerHeight },
      page: { x: isClipped ? startX : 0, y: 0, width, height },
      element: element && placeOf(element, startX),
      layout: `${width} ${height} ${JSON.stringify(places)}`,
    }
  }

  function placeOf(one: Element, startX: number): StagedPage['view'] {
    const { left, top, right, bottom } = one.getBoundingClientRect()
    const from = scrollX + startX
    const [x, y] = [Math.max(0, Math.floor(left + from)), Math.max(0, Math.floor(top + scrollY))]
    return { x, y, width: Math.ceil(right + from) - x, height: Math.ceil(bottom + scrollY) - y }
  }
}
