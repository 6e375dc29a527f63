/** Markdown as a reader sees it, one piece at a time, with its links beside it. */

import { useEffect, useMemo, useState } from 'preact/hooks'
import { OutsideLink } from '../../controls/outside-link.tsx'
import { formatNumber } from '../../locale/numbers.ts'
import { cutMarkdown, type TextPiece } from './pieces.ts'
import { renderInWorker } from './render-in-worker.ts'
import type { RenderedMarkdown } from './render-markdown.ts'
import { SandboxedFrame } from './sandboxed-frame.tsx'
import { SourceView } from './source-view.tsx'

interface RenderedViewProps {
  markdown: string
  /** Where to go to; a new object goes there again. */
  jump: { offset: number } | null
}

export function RenderedView({ markdown, jump }: RenderedViewProps) {
  const pieces = useMemo(() => cutMarkdown(markdown), [markdown])
  const [chosen, choose] = useState(0)
  const at = Math.min(chosen, Math.max(0, pieces.length - 1))
  const piece = pieces[at]
  useEffect(() => {
    const holding = jump ? pieces.findLastIndex(({ offset }) => offset <= jump.offset) : -1
    if (holding >= 0) choose(holding)
  }, [jump])
  if (!piece) return <p class="muted empty-text">There is no text on this page.</p>
  return (
    <div class="view">
      {pieces.length > 1 && <Pager at={at} count={pieces.length} onChoose={choose} />}
      <RenderedPiece piece={piece} jump={jump} />
    </div>
  )
}

function RenderedPiece({ piece, jump }: { piece: TextPiece; jump: RenderedViewProps['jump'] }) {
  const rendered = useRendered(piece)
  const target = useMemo(() => (jump ? { id: `h-${jump.offset}` } : null), [jump])
  const sourceTarget = useMemo(() => (jump ? { offset: jump.offset - piece.offset } : null), [jump, piece])
  if (rendered === 'under way') return <p class="muted">Rendering…</p>
  if (rendered === null)
    return (
      <>
        <p>This text can’t be shown as a page: it is nested too deeply, or takes too long. This is its source.</p>
        <SourceView text={piece.text} jump={sourceTarget} />
      </>
    )
  return (
    <>
      <SandboxedFrame title="The page, rendered" html={rendered.html} jump={target} />
      {rendered.links.length > 0 && (
        <details class="fold">
          <summary>{formatNumber(rendered.links.length)} links in this text</summary>
          <ul class="plain-list">
            {rendered.links.map(({ url, text }, n) => (
              <li key={n}>
                <OutsideLink url={url} text={text} /> <span class="muted breakable">{text === url ? '' : url}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function useRendered(piece: TextPiece): RenderedMarkdown | 'under way' | null {
  const [done, setDone] = useState<{ of: TextPiece; rendered: RenderedMarkdown | null } | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const task = { markdown: piece.text, offset: piece.offset }
    void renderInWorker(task, controller.signal).then((rendered) => setDone({ of: piece, rendered }))
    return () => controller.abort()
  }, [piece])
  return done?.of === piece ? done.rendered : 'under way'
}

interface PagerProps {
  at: number
  count: number
  onChoose(at: number): void
}

function Pager({ at, count, onChoose }: PagerProps) {
  return (
    <div class="view-bar">
      <span class="muted">
        Part {formatNumber(at + 1)} of {formatNumber(count)}
      </span>
      <span class="buttons">
        <button type="button" class="quiet" disabled={at === 0} onClick={() => onChoose(at - 1)}>
          Previous
        </button>
        <button type="button" class="quiet" disabled={at === count - 1} onClick={() => onChoose(at + 1)}>
          Next
        </button>
      </span>
    </div>
  )
}
