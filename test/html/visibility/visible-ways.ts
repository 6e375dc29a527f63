/** Pages with visible text that a careless rule would hide. A visitor sees it immediately, or after a click, swipe or scroll. */

import { inline, markup, sheet, type Way } from './way.ts'

const dark = 'background:#111 url(data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7)'

export const visibleWays: readonly Way[] = [
  inline('small print', 'font-size:8px;color:#767676'),
  inline('half transparent', 'opacity:.5'),
  inline('pale grey', 'color:#ccc'),
  inline('a small negative indent', 'text-indent:-20px;padding-left:20px'),
  inline('a small negative margin', 'margin-left:-10px'),
  inline('a transform that moves a little', 'transform:translateX(40px) rotate(1deg)'),
  inline('a transform that centres', 'position:relative;left:50%;transform:translateX(-50%)'),
  inline('a scale', 'transform:scale(.9)'),
  inline('overflow with room', 'height:60px;overflow:hidden'),
  inline('horizontal overflow', 'max-width:600px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap'),
  inline('no height without overflow', 'height:0'),
  inline('a clip path that keeps most', 'clip-path:inset(0 0 2% 0)'),
  inline('a polygon clip path', 'clip-path:polygon(0 0,100% 0,100% 100%,0 100%)'),
  inline('a clip without a position', 'clip:rect(0 0 0 0)'),
  inline('tight letters', 'letter-spacing:-0.02em'),
  inline('a blur of half a pixel', 'filter:blur(.5px)'),
  inline('a shadow filter', 'filter:drop-shadow(2px 2px 2px #000)'),
  inline('no selection', 'user-select:none'),
  inline('no pointer', 'pointer-events:none'),
  inline('fixed to the window', 'position:fixed;bottom:0'),
  inline('sticky', 'position:sticky;top:0'),
  inline('inherited colours', 'color:inherit;background-color:inherit'),
  inline('invalid colours', 'color:none;background-color:none'),
  inline('display: none and then block', 'display:none;display:block'),
  inline('contents', 'display:contents'),
  markup(
    'a cut-out gradient',
    (text) =>
      `<p style="background:linear-gradient(red,blue);-webkit-background-clip:text;background-clip:text;color:transparent">${text}</p>`,
  ),
  markup('white on an image', (text) => `<div style="${dark};color:#fff"><p>${text}</p></div>`),
  markup('white on a dark ancestor', (text) => `<div style="background:#123"><p style="color:#fff">${text}</p></div>`),
  markup(
    'another colour in a coloured box',
    (text) => `<div style="color:#a7d2ff;background-color:#a7d2ff"><p style="color:#000">${text}</p></div>`,
  ),
  markup(
    'white on a gradient',
    (text) => `<div style="background:linear-gradient(#000,#333);color:#fff"><p>${text}</p></div>`,
  ),
  markup(
    'white over an adjacent image',
    (text) =>
      `<div style="position:relative;height:90px;color:#fff"><img src="data:," width="900" height="90" alt="" style="position:absolute;inset:0"><p style="position:relative">${text}</p></div>`,
  ),
  markup('columns without gaps', (text) => `<div style="font-size:0"><p style="font-size:16px">${text}</p></div>`),
  markup(
    'visible within hidden',
    (text) => `<div style="visibility:hidden"><p style="visibility:visible">${text}</p></div>`,
  ),
  markup('aria-hidden', (text) => `<p aria-hidden="true">${text}</p>`),
  markup('inert', (text) => `<div inert><p>${text}</p></div>`),
  markup('closed details', (text) => `<details><summary>Delivery</summary><p>${text}</p></details>`),
  markup('hidden until found', (text) => `<div hidden="until-found"><p>${text}</p></div>`),
  markup('an open dialog', (text) => `<dialog open><p>${text}</p></dialog>`),
  markup(
    'the panel of a tab',
    (text) =>
      `<div role="tablist"><button role="tab" aria-controls="p1">Care</button></div><div role="tabpanel" id="p1" style="display:none"><p>${text}</p></div>`,
  ),
  markup(
    'an answer after its question',
    (text) =>
      `<button aria-expanded="false" aria-controls="a1">What of it?</button><div id="a1" hidden><p>${text}</p></div>`,
  ),
  sheet(
    'the panel of an accordion',
    '.panel{display:none}.panel.open{display:block}',
    (text) =>
      `<h2><button aria-expanded="false" aria-controls="b1">What of it?</button></h2><div class="panel" id="b1"><p>${text}</p></div>`,
  ),
  sheet(
    'a panel after a question',
    '.faq-answer{max-height:0;overflow:hidden}',
    (text) =>
      `<h3>What do you recommend?</h3><button aria-controls="c1" aria-expanded="false">More of it</button><div class="faq-answer" id="c1"><p>${text}</p></div>`,
  ),
  sheet('only for print', '@media print{.x{display:none}}'),
  sheet('for a narrow window', '@media (max-width:600px){.x{display:none}}'),
  sheet('for an old browser', '@supports not (display:grid){.x{display:none}}'),
  sheet('for a dark theme', '@media (prefers-color-scheme:dark){.x{display:none}}'),
  sheet('shown by a later rule', '.x{display:none}main .x{display:block}'),
  sheet('shown by importance', '.x{display:block!important}main p.x{display:none}'),
  sheet('hidden if scripts mark the page', '.js .x{display:none}'),
  sheet('hidden on hover', '.x:hover{display:none}.x:focus-within{visibility:hidden}'),
  sheet('before and after', '.x::before{content:"";display:none}.x:after{visibility:hidden}'),
  sheet('another class', '.xx{display:none}.x-hidden{display:none}'),
  sheet('a selector in a comment', '/* .x{display:none} */p{margin:0}'),
  sheet('a rule in a string', '.y::after{content:".x{display:none}"}'),
  sheet(
    'an animation that ends visible',
    '@keyframes k{from{opacity:0}to{opacity:1}}.x{opacity:0;animation:k 1ms forwards}',
  ),
  sheet('a transition', '.x{opacity:0;transition:opacity 1s}'),
  sheet(
    'a slide of a carousel',
    '.v{width:600px;overflow:hidden}.s{display:flex;width:1800px}.s p{width:600px;margin:0}',
    (text) => `<div class="v"><div class="s"><p>The first slide is here.</p><p>${text}</p></div></div>`,
  ),
  sheet(
    'a box that scrolls',
    '.w{height:40px;overflow:auto}',
    (text) => `<div class="w"><p>The first line is here.</p><p>Another.</p><p>${text}</p></div>`,
  ),
  sheet(
    'read more',
    '.m{max-height:40px;overflow:hidden}',
    (text) => `<div class="m"><p>The first line is here.</p><p>${text}</p></div>`,
  ),
  sheet(
    'laid out as it comes into view',
    '.l{content-visibility:auto}',
    (text) => `<div style="height:2000px"></div><section class="l"><p>${text}</p></section>`,
  ),
  sheet(
    'under a bar that stays',
    '.bar{position:fixed;inset:0;background:#fff}',
    (text) => `<p>${text}</p><div class="bar">A bar of the site.</div>`,
  ),
  sheet(
    'white text on a styled section',
    '.hero{background:#222}.hero p{color:#fff}',
    (text) => `<div class="hero"><p>${text}</p></div>`,
  ),
  sheet('a table', 'td{visibility:visible}', (text) => `<table><tr><th>Question</th><td>${text}</td></tr></table>`),
  sheet('a nested rule for others', 'main{& .y{display:none}}'),
  sheet('a nested rule in one with an invalid list', 'p:not(.y), {&.x{display:none}}'),
  sheet('an unclosed comment at the end', 'p{margin:0}/* .x{display:none}'),
  sheet('a broken rule before', '.y{color:red;}} .z{display:none} .q{', (text) => `<p>${text}</p>`),
]
