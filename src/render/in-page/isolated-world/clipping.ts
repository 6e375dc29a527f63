/** Decides whether `clip` or `clip-path` hides an element. */

/** True if fewer than two pixels of the element's width or height are left. */
export function isClippedAway(element: Element, style: CSSStyleDeclaration, position: string): boolean {
  if (/absolute|fixed/.test(position)) {
    const sides = /^rect\(([-\d.]+)px,? ([-\d.]+)px,? ([-\d.]+)px,? ([-\d.]+)px\)$/
      .exec(style.clip)
      ?.slice(1)
      .map(Number)
    if (sides) {
      const [top = 0, right = 0, bottom = 0, left = 0] = sides
      if (right - left < 2 || bottom - top < 2) return true
    }
  }
  const { clipPath } = style
  if (clipPath === 'none') return false
  const [, shape, written = ''] = /^(inset|circle|ellipse|polygon|path)\((.*?)\)/.exec(clipPath) ?? []
  if (shape === undefined) return false
  const { width, height } = element.getBoundingClientRect()
  if (shape === 'inset') {
    const sides = written.replace(/ round .*/, '').split(' ')
    const [top = '0', right = top, bottom = top, left = right] = sides
    return isThin(width - toPx(left, width) - toPx(right, width), height - toPx(top, height) - toPx(bottom, height))
  }
  if (shape === 'path') return new Set(written.match(/-?[\d.]+[\s,]+-?[\d.]+/g)).size < 3 && !/[hv]/i.test(written)
  if (shape === 'polygon') {
    const corners = written.split(',').map((corner) => corner.trim().split(' '))
    const across = corners.map(([x = '']) => toPx(x, width))
    const down = corners.map(([, y = '']) => toPx(y, height))
    return isThin(Math.max(...across) - Math.min(...across), Math.max(...down) - Math.min(...down))
  }
  const [radius = '', second = radius] = written.replace(/ ?at .*/, '').split(' ')
  if (!/^[\d.]/.test(radius)) return false
  return isThin(2 * toPx(radius, width), 2 * toPx(second, height))

  function isThin(across: number, down: number): boolean {
    return across < 2 || down < 2
  }

  function toPx(length: string, whole: number): number {
    const value = Number.parseFloat(length) || 0
    return length.endsWith('%') ? (value / 100) * whole : value
  }
}
