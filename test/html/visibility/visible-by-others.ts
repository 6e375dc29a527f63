/** Pages whose sheets hide text that visitors still see on hover, after a click, or once scripts or other sheets have loaded. */

import { markup, sheet, type Way } from './way.ts'

const other = '<link rel="stylesheet" href="/theme.css">'
const withOther = (name: string, css: string, body: Way['body']): Way =>
  markup(name, body, `<style>${css}</style>${other}`)
const inside = (classes: string) => (text: string) => `<div class="${classes}"><p>${text}</p></div>`

export const visibleByOthers: readonly Way[] = [
  sheet(
    'a hover menu',
    '.sub{display:none}.item:hover>.sub{display:block}',
    (text) => `<div class="item">Guide<div class="sub"><p>${text}</p></div></div>`,
  ),
  sheet(
    'a note shown on focus',
    '.note{opacity:0;visibility:hidden}.tip:focus-within .note{opacity:1;visibility:visible}',
    (text) => `<div class="tip"><a href="#n">Note</a><div class="note"><p>${text}</p></div></div>`,
  ),
  sheet(
    'content folded with a checkbox',
    '.fold{max-height:0;overflow:hidden}#c:checked~.fold{max-height:none}',
    (text) => `<input type="checkbox" id="c"><label for="c">More of it</label><div class="fold"><p>${text}</p></div>`,
  ),
  sheet(
    'a panel alone in a wrapper',
    '.panel{visibility:hidden}',
    (text) =>
      `<div role="button" aria-expanded="false">Cover</div><div class="fold"><div class="panel"><p>${text}</p></div></div>`,
  ),
  sheet(
    'the rest after a button',
    '.rest{display:none}',
    (text) => `<div><button type="button">View the details</button><div class="rest"><p>${text}</p></div></div>`,
  ),
  sheet(
    'a target',
    '.part{display:none}.part:target{display:block}',
    (text) => `<div class="part" id="p">${text}</div>`,
  ),
  sheet('a class that scripts add', '.x{display:none}.x.shown{display:block}', inside('x')),
  sheet('a class that scripts add to the page', '.x{opacity:0}.fonts-active .x{opacity:1}', inside('x')),
  sheet(
    'a tab next to the open one',
    '.tab{display:none}.tab.active{display:block}',
    (text) => `<div class="tab active"><p>The first tab is here.</p></div><div class="tab"><p>${text}</p></div>`,
  ),
  sheet(
    'an attribute that scripts change',
    '.x[data-state]{display:none}.x[data-state=open]{display:block}',
    (text) => `<div class="x" data-state="closed"><p>${text}</p></div>`,
  ),
  sheet('hidden until a class is added', '.x:not(.loaded){visibility:hidden}', inside('x')),
  sheet('hidden until it is loaded', '.show-on-load{display:none}', inside('show-on-load')),
  sheet('a page that waits for its fonts', 'body{visibility:hidden}', inside('x')),
  sheet(
    'an element that a script defines',
    'x-card:not(:defined){display:none}',
    (text) => `<x-card><p>${text}</p></x-card>`,
  ),
  sheet(
    'a column that grows from a pixel',
    '.row{display:flex}.col{flex:1 0 0;width:1px;overflow:hidden}',
    (text) => `<div class="row"><div class="col"><p>${text}</p></div></div>`,
  ),
  sheet('columns without gaps whose font a sheet sets', '.row{font-size:0}.row p{font-size:16px}', inside('row')),
  sheet(
    'visible within hidden by a sheet',
    '.p{visibility:visible}',
    (text) => `<div style="visibility:hidden"><p class="p">${text}</p></div>`,
  ),
  withOther('content faded in by a script', '.rise{opacity:0}', inside('rise')),
]

/** Images that a style sheet hides briefly, each with the part that is kept. */
export const keptParts: readonly { name: string; css: string; body: string; kept: string }[] = [
  {
    name: 'an image that fades in',
    css: 'img{opacity:0}img.in{opacity:1}',
    body: '<p><img src="/a.png" alt="An apple"></p>',
    kept: 'An apple',
  },
  {
    name: 'an image blurred until loaded',
    css: '.b{filter:blur(20px)}',
    body: '<p><img class="b" src="/a.png" alt="An apple"></p>',
    kept: 'An apple',
  },
]
