/** Ways to hide a text by style: each a small page with a visible sentence and a hidden one. */

export interface Way {
  name: string
  /** Markup of the head. */
  head?: string
  /** Markup of the body around a text. */
  body: (text: string) => string
}

const inline = (name: string, style: string): Way => ({ name, body: (text) => `<p style="${style}">${text}</p>` })
/** By a class in a style sheet of the page. */
const sheet = (name: string, css: string, body: Way['body'] = (text) => `<p class="x">${text}</p>`): Way => ({
  name,
  head: `<style>${css}</style>`,
  body,
})
const markup = (name: string, body: Way['body'], head = ''): Way => ({ name, body, head })

export const hiddenInline: readonly Way[] = [
  inline('display: none', 'display:none'),
  inline('visibility: hidden', 'visibility: hidden'),
  inline('visibility: collapse', 'visibility:collapse'),
  inline('opacity: 0', 'opacity:0'),
  inline('opacity: 0.01', 'opacity:0.01'),
  inline('font-size: 0', 'font-size:0'),
  inline('font-size: 1px', 'font-size:1px;line-height:1px'),
  inline('the shorthand of a font of 1px', 'font:1px/1 sans-serif'),
  inline('white on white', 'color:#fff;background:#ffffff'),
  inline('white on the white of an ancestor', 'color:white'),
  inline('nearly white on white', 'color:#fefefe;background-color:#fff'),
  inline('color: transparent', 'color:transparent'),
  inline('an alpha of nought', 'color:rgba(0,0,0,0)'),
  inline('an alpha of nearly nought', 'color:rgb(0 0 0 / 1%)'),
  inline('a text fill that is transparent', '-webkit-text-fill-color:transparent'),
  inline('far to the left', 'position:absolute;left:-9999px'),
  inline('far above', 'position:absolute;top:-9999px'),
  inline('far to the right', 'position:absolute;left:99999px'),
  inline('a logical inset', 'position:absolute;inset-inline-start:-9999px'),
  inline('a negative margin', 'margin-left:-9999px'),
  inline('a negative text indent', 'text-indent:-9999px;overflow:hidden;white-space:nowrap'),
  inline('translated away', 'transform:translateX(-20000px)'),
  inline('the property translate', 'translate:-20000px 0'),
  inline('scaled to nothing', 'transform:scale(0)'),
  inline('the property scale', 'scale:0'),
  inline('turned on edge', 'transform:rotateX(90deg)'),
  inline('behind the viewer', 'transform:perspective(100px) translateZ(-100000px)'),
  inline('a matrix of noughts', 'transform:matrix(0,0,0,0,0,0)'),
  inline('a clip', 'position:absolute;clip:rect(0 0 0 0)'),
  inline('a clip path of an inset', 'clip-path:inset(100%)'),
  inline('a clip path of a circle', 'clip-path:circle(0)'),
  inline('a clip path of a polygon', 'clip-path:polygon(0 0,0 0,0 0)'),
  inline('a mask', 'mask-image:linear-gradient(transparent,transparent)'),
  inline('no height', 'height:0;overflow:hidden'),
  inline('no width', 'width:0;overflow:hidden;white-space:nowrap'),
  inline('a largest height of nought', 'max-height:0;overflow:hidden'),
  inline('a line height of nought', 'line-height:0;overflow:hidden'),
  inline('one pixel by one pixel', 'position:absolute;width:1px;height:1px;overflow:hidden'),
  inline('content-visibility: hidden', 'content-visibility:hidden'),
  inline('zoom to nothing', 'zoom:0.001'),
  inline('a filter of opacity', 'filter:opacity(0)'),
  inline('a filter of blur', 'filter:blur(50px)'),
  inline('a filter of contrast', 'filter:contrast(0) brightness(9)'),
  inline('letters upon each other', 'letter-spacing:-100px'),
  inline('dots for letters', '-webkit-text-security:disc'),
  inline('the case of a property', 'DISPLAY : NONE'),
  inline('a comment within a declaration', 'display:/**/none'),
  inline('an escape within a declaration', 'd\\69splay:no\\6e e'),
  inline('an important declaration before another', 'display:none !important;display:block'),
  inline('a duration of an animation', 'display:none;animation:x 1s;transition:opacity 1s'),
]

export const hiddenBySheet: readonly Way[] = [
  sheet('a class that is not displayed', '.x{display:none}'),
  sheet('a class that is invisible', '.x{visibility:hidden}'),
  sheet('a class without opacity', '.x{opacity:0}'),
  sheet('a class far away', '.x{position:absolute;top:-5000px}'),
  sheet('a class of one pixel', '.x{font-size:1px}'),
  sheet('a class of white', '.x{color:white}'),
  sheet('a class of a clip path', '.x{clip-path:inset(50%)}'),
  sheet('a class without a height', '.x{height:0;overflow:hidden}'),
  sheet('a variable', ':root{--d:none}.x{display:var(--d)}'),
  sheet('the fallback of a variable', '.x{display:var(--missing,none)}'),
  sheet(
    '!important over an inline style',
    '.x{display:none!important}',
    (text) => `<p class="x" style="display:block">${text}</p>`,
  ),
  sheet('a more specific selector', 'main p.x{display:none}.x{display:block}'),
  sheet('a later rule', '.x{display:block}.x{display:none}'),
  sheet('an unlayered rule over a layer', '@layer a{.x{display:block}}p{display:block}.x{display:none}'),
  sheet('a later layer', '@layer a,b;@layer b{p.x{display:none}}@layer a{main p.x{display:block}}'),
  sheet(
    'an important rule of an earlier layer',
    '@layer a{.x{display:none!important}}@layer b{.x{display:block!important}}',
  ),
  sheet('nested rules', 'main{color:#000;& .x{display:none}}'),
  sheet('nested rules without an ampersand', 'main{.x{display:none}}'),
  sheet('a medium that is the screen', '@media screen and (min-width:300px){.x{display:none}}'),
  sheet('a medium that has a colour', '@media (color){.x{display:none}}'),
  sheet('print alone', '.x{display:none}@media print{.x{display:block}}'),
  sheet('no width at all', '.x{display:none}@media (max-width:0){.x{display:block}}'),
  sheet('what is supported', '@supports (display:grid){.x{display:none}}'),
  sheet('what is not supported', '.x{display:none}@supports (display:nonsense){.x{display:block}}'),
  sheet('a container', 'main{container-type:inline-size}@container (min-width:10px){.x{display:none}}'),
  sheet(
    ':not',
    'main div:not(.y){display:none}',
    (text) => `<div>${text}</div><div class="y">Another paragraph stays.</div>`,
  ),
  sheet(':has', 'p:has(b.k){display:none}', (text) => `<p><b class="k"></b>${text}</p>`),
  sheet(':is and :where', ':is(.x,.z):where(p){display:none}'),
  sheet(':nth-child', 'main>div:nth-child(3){display:none}', (text) => `<div>${text}</div>`),
  sheet('an attribute', '[data-k^="no"]{display:none}', (text) => `<p data-k="note">${text}</p>`),
  sheet('a sibling', 'h1 ~ .x{display:none}'),
  sheet('an animation that ends invisible', '@keyframes k{to{opacity:0}}.x{animation:k 1ms forwards}'),
  sheet('a class of letters without fill', '.x{-webkit-text-fill-color:transparent}'),
  sheet('the background of a sheet', 'main{background:#123456}.x{color:#123456}'),
  sheet(
    'white within black within white',
    '.x{color:#000}.x b{color:#fff}',
    (text) => `<p class="x">A paragraph in black.<b>${text}</b></p>`,
  ),
  sheet(
    'visibility of an ancestor',
    '.h{visibility:hidden}.h i{visibility:visible}',
    (text) => `<div class="h"><p>${text}</p><i>Visible again.</i></div>`,
  ),
  sheet('a scope', '@scope (main){.x{display:none}}'),
  sheet('a sheet in the body', '', (text) => `<style>.x{display:none}</style><p class="x">${text}</p>`),
  markup(
    'an external sheet',
    (text) => `<p class="x">${text}</p>`,
    '<link rel="stylesheet" href="data:text/css,.x{display:none}">',
  ),
  markup(
    'an imported sheet',
    (text) => `<p class="x">${text}</p>`,
    '<style>@import "data:text/css,.x{display:none}";</style>',
  ),
  markup(
    'a sheet that a script adopts',
    (text) =>
      `<p class="x">${text}</p><script>const s=new CSSStyleSheet();s.replaceSync('.x{display:none}');document.adoptedStyleSheets=[s]</script>`,
  ),
  markup(
    'a script',
    (text) => `<p id="s">${text}</p><script>document.getElementById('s').style.display='none'</script>`,
  ),
  markup(
    'a shadow root',
    (text) => `<div><template shadowrootmode="open"><style>p{display:none}</style><p>${text}</p></template></div>`,
  ),
  markup(
    'what a shadow root does not slot',
    (text) => `<div><template shadowrootmode="open"><p>Shown by the host.</p></template><p>${text}</p></div>`,
  ),
]

export const hiddenByLayout: readonly Way[] = [
  sheet(
    'behind an opaque element',
    '.u{position:relative;height:40px}.l{position:absolute;inset:0;background:#fff}',
    (text) => `<div class="u"><p>${text}</p><div class="l"></div></div>`,
  ),
  sheet(
    'below the background around it',
    '.d{background:#fff}.d p{position:relative;z-index:-1}',
    (text) => `<div class="d"><p>${text}</p></div>`,
  ),
  sheet(
    'under a layer over the whole page',
    '.c{position:relative}.c i{position:absolute;inset:-5px;background:#fff}',
    (text) => `<p class="c">${text}<i></i></p>`,
  ),
  sheet(
    'a flex item that is squeezed',
    '.f{display:flex;width:300px}.f p{flex:0 0 0;min-width:0;overflow:hidden;white-space:nowrap}',
    (text) => `<div class="f"><p>${text}</p></div>`,
  ),
  sheet(
    'a grid row of nought',
    '.g{display:grid;grid-template-rows:0fr}.g p{min-height:0;overflow:hidden;margin:0}',
    (text) => `<div class="g"><p>${text}</p></div>`,
  ),
  sheet(
    'a box of two pixels',
    '.b{width:2px;height:2px;overflow:hidden}',
    (text) => `<div class="b"><p>${text}</p></div>`,
  ),
  sheet(
    'clipped by a far ancestor',
    '.a{height:1px;overflow:hidden;position:relative}.a p{position:absolute;top:400px}',
    (text) => `<div class="a"><p>${text}</p></div>`,
  ),
  sheet('a gradient of one colour', '.x{background:linear-gradient(#fff,#fff);color:#fff}'),
  sheet('a blend that whitens', '.x{mix-blend-mode:lighten;color:#fff}'),
  sheet(
    'opacities that multiply',
    '.o{opacity:.2}.o .x{opacity:.1}',
    (text) => `<div class="o"><p class="x">${text}</p></div>`,
  ),
  sheet(
    'scales that multiply',
    '.o{transform:scale(.1)}.o .x{transform:scale(.1)}',
    (text) => `<div class="o"><p class="x">${text}</p></div>`,
  ),
  sheet(
    'under a layer that lets the pointer through',
    '.t{position:relative}.t i{position:absolute;inset:0;background:#fff;pointer-events:none}',
    (text) => `<p class="t">${text}<i></i></p>`,
  ),
]
