/** Marks consent layers as hidden and shows the content behind them. Doesn't click or accept anything. */

/** Marks each layer with `hidden`, as if it had been closed. Shows content whose own attributes hide it. */
export function hideConsentLayers(): void {
  /** Containers of consent managers, with the names that vendors use (seen November 2026). */
  const knownLayers = [
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
  const consentWords =
    /cookie|consent|gdpr|datenschutz|einwillig|privacy (?:choices|settings|preferences)|vie privée|privacidad|согласи/i
  const maxLayerLength = 4000
  const maxCandidates = 300

  const { body } = document
  if (!body) return
  const layers = new Set(document.querySelectorAll(knownLayers))
  const outermost = [...body.children].flatMap((child) => [child, ...child.children])
  for (const candidate of outermost.slice(0, maxCandidates)) if (isConsentLayer(candidate)) layers.add(candidate)
  const total = textLength(body)
  for (const layer of layers) {
    if (textLength(layer) < maxLayerLength || textLength(layer) < total / 4) layer.setAttribute('hidden', '')
  }
  if (layers.size > 0 || isHiddenByItself(body) || isHiddenByItself(document.documentElement)) showContent()

  function isConsentLayer(element: Element): boolean {
    if (/^(?:script|style|main|article)$/.test(element.localName)) return false
    const text = element.textContent
    if (text.length > maxLayerLength || !consentWords.test(text)) return false
    if (!element.querySelector('button, [role=button], input[type=submit], a')) return false
    const { position } = getComputedStyle(element)
    return position === 'fixed' || position === 'sticky' || element.matches('dialog[open], [aria-modal=true]')
  }

  /** Shows elements that contain at least half of the page's text. */
  function showContent(): void {
    for (const element of [document.documentElement, body, ...outermost].slice(0, maxCandidates)) {
      if (!isHiddenByItself(element) || textLength(element) < total / 2) continue
      element.removeAttribute('hidden')
      for (const name of ['display', 'visibility', 'opacity']) element.style.removeProperty(name)
    }
  }

  /** True if the element's own attributes hide it. */
  function isHiddenByItself(element: Element): element is HTMLElement {
    const { style, hidden } = element as Partial<HTMLElement>
    return Boolean(hidden) || style?.display === 'none' || style?.visibility === 'hidden' || style?.opacity === '0'
  }

  function textLength(element: Element): number {
    return element.textContent.length
  }
}
