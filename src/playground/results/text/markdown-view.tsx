/** Markdown with its outline: as rendered, or as its source. */

import { useMemo, useState } from 'preact/hooks'
import { readOn } from '../../session/request-state.ts'
import type { ResultBody } from '../../session/requests/outcome.ts'
import { outlineOf } from './outline.ts'
import { RenderedView } from './rendered-view.tsx'
import { SourceView } from './source-view.tsx'

interface MarkdownViewProps {
  markdown: string
  body: ResultBody
  isSource: boolean
}

export function MarkdownView({ markdown, body, isSource }: MarkdownViewProps) {
  const outline = useMemo(() => outlineOf(body, markdown), [body, markdown])
  const [jump, setJump] = useState<{ offset: number } | null>(null)
  const start = body.offset ?? 0
  const go = async (offset: number) => {
    if (offset - start >= markdown.length) await readOn(true)
    setJump({ offset: offset - start })
  }
  return (
    <div class={outline.length > 1 ? 'with-outline' : ''}>
      {isSource ? <SourceView text={markdown} jump={jump} /> : <RenderedView markdown={markdown} jump={jump} />}
      {outline.length > 1 && (
        <nav class="outline" aria-label="Outline of the page">
          <h3>Outline</h3>
          <ol>
            {outline.map(({ level, text, offset }) => (
              <li key={offset} class={`level-${level}`}>
                <button type="button" onClick={() => go(offset)}>
                  {text}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
    </div>
  )
}
