/** Converts computed colors, which may be in any color space, to sRGB. */

/** Red, green, blue and alpha, each from 0 to 255. */
type Rgba = readonly [number, number, number, number]

export type ComputedColours = ReturnType<typeof createColourReader>

/** Create one reader for a document. */
export function createColourReader() {
  const maxKnown = 1000
  const known = new Map<string, Rgba | null>()
  let context: OffscreenCanvasRenderingContext2D | null | undefined
  return { readColour, isOpaque, coloursIn, isSame, isInvisible, hasVisibleEdge }

  /** The browser itself converts the color. Null if it can't. */
  function readColour(colour: string): Rgba | null {
    const before = known.get(colour)
    if (before !== undefined) return before
    const [, red, green, blue, alpha = '1'] = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(colour) ?? []
    const read =
      red === undefined ? convert(colour) : ([Number(red), Number(green), Number(blue), 255 * Number(alpha)] as const)
    if (known.size < maxKnown) known.set(colour, read)
    return read
  }

  function convert(colour: string): Rgba | null {
    context ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    if (!context || !CSS.supports('color', colour)) return null
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha]
  }

  function isOpaque(colour: string): boolean {
    return (readColour(colour)?.[3] ?? 0) === 255
  }

  function coloursIn(value: string): Rgba[] {
    const colours = value.match(/(?:rgba?|lab|lch|oklab|oklch|color)\([^)]*\)/g) ?? []
    return colours.map(readColour).filter((colour) => colour !== null)
  }

  /** True if a visitor can't distinguish the two colors. */
  function isSame(one: Rgba, other: Rgba): boolean {
    return Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) + Math.abs(one[2] - other[2]) < 12
  }

  /** True if text in this color can't be seen on the background. */
  function isInvisible(colour: string, background: string | null): boolean {
    const own = readColour(colour)
    const behind = background === null ? null : readColour(background)
    return own !== null && (own[3] < 13 || (behind !== null && isSame(own, behind)))
  }

  /** True if a narrow shadow or an outline of the letters shows on the background. */
  function hasVisibleEdge(
    { textShadow, webkitTextStrokeWidth, webkitTextStrokeColor }: CSSStyleDeclaration,
    background: string | null,
  ): boolean {
    if (Number.parseFloat(webkitTextStrokeWidth) > 0 && !isInvisible(webkitTextStrokeColor, background)) return true
    const maxPx = 10
    return (textShadow.match(/\w+\([^)]*\)(?: -?[\d.]+px){3}/g) ?? []).some((shadow) => {
      const lengths = shadow.slice(shadow.indexOf(')')).match(/[\d.]+(?=px)/g) ?? []
      return (
        lengths.every((px) => Number(px) <= maxPx) && !isInvisible(shadow.slice(0, shadow.indexOf(')') + 1), background)
      )
    })
  }
}
