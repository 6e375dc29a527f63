/** A button that copies a text and says so. */

import { useState } from 'preact/hooks'

interface CopyButtonProps {
  /** Made when the button is pressed. */
  text: () => string
  label?: string
}

const shownMs = 1500

export function CopyButton({ text, label = 'Copy' }: CopyButtonProps) {
  const [said, say] = useState('')
  const copy = async () => {
    say((await copyText(text())) ? 'Copied' : 'Not copied')
    setTimeout(() => say(''), shownMs)
  }
  return (
    <button type="button" class="quiet" onClick={copy}>
      <span aria-live="polite">{said || label}</span>
    </button>
  )
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** Where the page is not served over https, browsers have no other clipboard. */
function copySelected(text: string): boolean {
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
