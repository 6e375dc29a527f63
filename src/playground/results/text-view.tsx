/** Text with a copy button. The rest of a long text is shown on request. */

import { useState } from 'preact/hooks'
import { CopyButton } from '../controls/copy-button.tsx'

/** Browsers take about a second to lay out a million characters. */
const charsAtOnce = 200_000

export function TextView({ name, text }: { name: string; text: string }) {
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && text.length > charsAtOnce
  return (
    <>
      <div class="view-bar">
        <span class="muted">{text.length.toLocaleString()} characters</span>
        <CopyButton text={() => text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <section class="box" aria-label={name} tabIndex={0}>
        <pre class="source">{isCut ? text.slice(0, charsAtOnce).toWellFormed() : text}</pre>
      </section>
      {isCut && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all
        </button>
      )}
    </>
  )
}
