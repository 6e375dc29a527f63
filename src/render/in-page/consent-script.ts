/** What stands before the content without being it: consent layers are marked hidden, content they had hidden is shown. */

/** Containers of consent managers, by the names that their vendors give them (seen November 2026). */
const layers = [
  '#onetrust-consent-sdk, #onetrust-banner-sdk, #ot-sdk-btn-floating',
  '#CybotCookiebotDialog, #CybotCookiebotDialogBodyUnderlay, #CookiebotWidget',
  '#didomi-host, #usercentrics-root, #usercentrics-cmp-ui, #uc-banner-modal',
  '.qc-cmp2-container, #qc-cmp2-container, .fc-consent-root, [id^="sp_message_container"]',
  '#truste-consent-track, #consent_blackbar, .truste_overlay, .truste_box_overlay',
  '.osano-cm-window, #cmpbox, #cmpbox2, #cmpwrapper, .cmplz-cookiebanner',
  '#cookie-law-info-bar, .cky-consent-container, .cky-overlay, #iubenda-cs-banner, #BorlabsCookieBox',
  '#axeptio_overlay, #tarteaucitronRoot, #klaro, .klaro, .cc-window, .cc_banner-wrapper, #cc-main',
  '#cookiescript_injected, #moove_gdpr_cookie_info_bar, #hs-eu-cookie-confirmation, #gdpr-consent-tool-wrapper',
  '#_evidon_banner, .evidon-banner, #termly-code-snippet-support, #shopify-pc__banner, #ccc, .snigel-cmp-framework',
].join(', ')

/** Part of the page's script. Nothing is accepted or clicked: a layer is only marked with `hidden`, as if it were closed. */
export const consentScript = `
  const layers = ${JSON.stringify(layers)}
  const consentWords = /cookie|consent|gdpr|datenschutz|einwillig|privacy (?:choices|settings|preferences)|vie privée|privacidad|согласи/i
  const longestLayer = 4000
  const lookedAt = 300

  function clearTheView() {
    const { body } = document
    if (!body) return
    const found = new Set(document.querySelectorAll(layers))
    const candidates = [...body.children].flatMap((child) => [child, ...child.children]).slice(0, lookedAt)
    for (const candidate of candidates) if (isConsentLayer(candidate)) found.add(candidate)
    const total = textLength(body)
    for (const layer of found) {
      if (textLength(layer) < longestLayer || textLength(layer) < total / 4) layer.setAttribute('hidden', '')
    }
    if (found.size > 0 || isUnseen(body) || isUnseen(document.documentElement)) showLeftovers(body, total)
  }

  function isConsentLayer(element) {
    if (/^(?:script|style|main|article)$/.test(element.localName)) return false
    const text = element.textContent
    if (text.length > longestLayer || !consentWords.test(text)) return false
    if (!element.querySelector('button, [role=button], input[type=submit], a')) return false
    const { position } = getComputedStyle(element)
    return position === 'fixed' || position === 'sticky' || element.matches('dialog[open], [aria-modal=true]')
  }

  // Content that waits behind a layer: hidden in its own attributes, and more than half of the page.
  function showLeftovers(body, total) {
    const roots = [document.documentElement, body, ...[...body.children].flatMap((child) => [child, ...child.children])]
    for (const element of roots.slice(0, lookedAt)) {
      if (!isUnseen(element) || textLength(element) < total / 2) continue
      element.removeAttribute('hidden')
      for (const name of ['display', 'visibility', 'opacity']) element.style.removeProperty(name)
    }
  }

  function isUnseen({ style, hidden }) {
    return Boolean(hidden) || style?.display === 'none' || style?.visibility === 'hidden' || style?.opacity === '0'
  }

  function textLength(element) {
    return element.textContent.length
  }
`
