/**
 * A frame of an opaque origin in which no script runs, no form is sent and nothing is loaded: the only place where a page's HTML is
 * shown. It can't reach this page, and what it draws stays inside its edges.
 */

import { useEffect, useRef } from 'preact/hooks'
import { theme } from '../../session/theme.ts'
import frameStyle from '../../styles/frame.css'
import { neutralize } from './neutral-html.ts'
import { trustedHtml } from './trusted-types.ts'

interface SandboxedFrameProps {
  title: string
  html: string
  /** Id of the element to scroll to; a new object scrolls again. */
  jump?: { id: string } | null
}

export function SandboxedFrame({ title, html, jump = null }: SandboxedFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const chosen = theme.value
  useEffect(() => {
    if (!frame.current) return
    frame.current.onload = () => scrollTo(frame.current, jump?.id)
    frame.current.srcdoc = trustedHtml(frameDocument(neutralize(html), chosen))
  }, [html, chosen])
  useEffect(() => scrollTo(frame.current, jump?.id), [jump])
  return <iframe ref={frame} class="frame" title={title} sandbox="" referrerpolicy="no-referrer" loading="eager" />
}

/** The page's own policy is inherited; this one holds besides it. */
const framePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

function frameDocument(body: string, chosen: string): string {
  return `<!doctype html><html lang="en" data-theme="${chosen}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${framePolicy}"><style>${frameStyle}</style></head><body><main>${body}</main></body></html>`
}

/** The frame's document can't be touched from here, but sent to one of its fragments. */
function scrollTo(frame: HTMLIFrameElement | null, id: string | undefined): void {
  if (frame?.contentWindow && id !== undefined) frame.contentWindow.location.replace(`about:srcdoc#${id}`)
}
