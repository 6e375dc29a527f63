/**
 * A frame with an opaque origin that runs no scripts, submits no forms and loads nothing. A scraped page's HTML is shown only here, so that
 * it can't access this page or draw outside the frame.
 */

import { useEffect, useRef } from 'preact/hooks'
import frameStyle from '../styles/frame.css'
import { neutralize } from './neutral-html.ts'
import { trustedHtml } from './trusted-types.ts'

interface SandboxedFrameProps {
  title: string
  html: string
}

export function SandboxedFrame({ title, html }: SandboxedFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = trustedHtml(frameDocument(neutralize(html)))
  }, [html])
  return <iframe ref={frame} class="box frame" title={title} sandbox="" referrerpolicy="no-referrer" loading="eager" />
}

/** Applies in addition to the page's own policy, which the frame inherits. */
const framePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

function frameDocument(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${framePolicy}"><style>${frameStyle}</style></head><body><main>${body}</main></body></html>`
}
