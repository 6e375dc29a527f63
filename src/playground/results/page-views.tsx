/** Shows a page's content as a reader would see it, in a frame without permissions: rendered markdown, or HTML. */

import { useEffect, useState } from 'preact/hooks'
import { renderInWorker } from './render-in-worker.ts'
import { SandboxedFrame } from './sandboxed-frame.tsx'
import { TextView } from './text-view.tsx'

/** Enough for nearly every page. A browser lays out this much in less than a second. */
const maxMarkdownChars = 100_000
const maxHtmlChars = 500_000

export function RenderedMarkdown({ markdown }: { markdown: string }) {
  const text = firstPart(markdown, maxMarkdownChars)
  const [done, setDone] = useState<{ of: string; html: string | null } | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    void renderInWorker(text, controller.signal).then((html) => setDone({ of: text, html }))
    return () => controller.abort()
  }, [text])
  if (done?.of !== text) return <p class="muted">Rendering…</p>
  if (done.html === null)
    return (
      <>
        <p class="muted">
          This text can’t be rendered: it is nested too deeply, or takes too long. Its source is shown instead.
        </p>
        <TextView name="Markdown" text={markdown} />
      </>
    )
  return (
    <>
      <PartNote shown={text.length} total={markdown.length} />
      <SandboxedFrame title="The page, rendered" html={done.html} />
    </>
  )
}

export function HtmlPreview({ html }: { html: string }) {
  const shown = html.slice(0, maxHtmlChars)
  return (
    <>
      <p class="muted">Shown without styles, scripts and images. Nothing is loaded from other sites.</p>
      <PartNote shown={shown.length} total={html.length} />
      <SandboxedFrame title="Preview of the HTML" html={shown} />
    </>
  )
}

function PartNote({ shown, total }: { shown: number; total: number }) {
  if (shown === total) return null
  return (
    <p class="muted">
      Showing the first {shown.toLocaleString()} of {total.toLocaleString()} characters.
    </p>
  )
}

/** Returns the start of the text, up to a blank line if there is one. */
function firstPart(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const end = text.lastIndexOf('\n\n', maxChars)
  return text.slice(0, end > 0 ? end : maxChars)
}
