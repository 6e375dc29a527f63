/** A button that copies text to the clipboard. */

import { useState } from 'preact/hooks'

const feedbackMs = 1500

export function CopyButton({ text, label = 'Copy' }: { text: () => string; label?: string }) {
  const [feedback, setFeedback] = useState('')
  const copy = async () => {
    setFeedback((await copyText(text())) ? 'Copied' : 'Not copied')
    setTimeout(() => setFeedback(''), feedbackMs)
  }
  return (
    <button type="button" class="quiet" onClick={copy}>
      <span aria-live="polite">{feedback || label}</span>
    </button>
  )
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

/** Pages served without HTTPS have no other way to copy. */
function copySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'visually-hidden'
  const { activeElement } = document
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus()
  return isCopied
}
