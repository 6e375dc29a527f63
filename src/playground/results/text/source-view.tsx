/** A text as it is: in pieces, of which the browser lays out those that are seen. */

import { useEffect, useMemo, useRef } from 'preact/hooks'
import { CopyButton } from '../../controls/copy-button.tsx'
import { formatNumber } from '../../locale/numbers.ts'
import { cutSource } from './pieces.ts'

interface SourceViewProps {
  text: string
  /** Where to scroll to; a new object scrolls again. */
  jump?: { offset: number } | null
}

export function SourceView({ text, jump = null }: SourceViewProps) {
  const pieces = useMemo(() => cutSource(text), [text])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (jump) scrollTo(box.current, jump.offset)
  }, [jump])
  return (
    <div class="view">
      <div class="view-bar">
        <span class="muted">{formatNumber(text.length)} characters</span>
        <CopyButton text={() => text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the keyboard */}
      <section class="source" aria-label="Source" tabIndex={0} ref={box}>
        {pieces.map(({ offset, text: piece }) => (
          <pre key={offset} data-offset={offset}>
            {piece}
          </pre>
        ))}
        {text === '' && <p class="muted empty-text">There is nothing in it.</p>}
      </section>
    </div>
  )
}

/** Scrolls the box until the character stands at its top. */
function scrollTo(box: HTMLElement | null, offset: number): void {
  const pieces = [...(box?.querySelectorAll('pre') ?? [])]
  const piece = pieces.findLast((one) => Number(one.dataset.offset) <= offset)
  const text = piece?.firstChild
  if (!box || !piece || !text) return
  piece.scrollIntoView({ block: 'start' })
  const range = document.createRange()
  range.setStart(text, Math.min(offset - Number(piece.dataset.offset), text.nodeValue?.length ?? 0))
  box.scrollTop += range.getBoundingClientRect().top - box.getBoundingClientRect().top - 12
}
