/** Notes that a click or a pointer shows in place. */

import { wildPage } from './wild-page.ts'

export const hiddenNotes = [
  wildPage({
    name: 'a button and a hidden aside',
    url: 'https://essays.example/time',
    subject: 'museum',
    site: 'plain',
    title: 'On time',
    body: '{{1}}<p>He repaired them at night<button aria-expanded="false" aria-controls="n1" class="note-btn">1</button><aside id="n1" hidden>His wife kept the ledger, which lists 212 watches.</aside> and slept in the surgery.</p>{{2}}{{4}}<script src="/notes.js"></script>',
    has: ['which lists 212 watches'],
  }),
  wildPage({
    name: 'bigfoot buttons with a list of notes',
    url: 'https://essays.example/2020/eels/',
    subject: 'rivers',
    title: 'Following eels',
    body: '{{1}}<p>Nobody has followed one<sup id="fnref:1"><a href="#fn:1" rel="footnote">1</a></sup> to the end.</p>{{2}}{{3}}<div class="footnotes" style="display:none"><ol><li id="fn:1"><p>A film crew claimed it in 1988. <a href="#fnref:1" title="return to article">↩</a></p></li></ol></div><script src="/bigfoot.min.js"></script>',
    has: ['A film crew claimed it in 1988', '[^1]'],
  }),
  wildPage({
    name: 'checkbox and sidenote',
    url: 'https://essays.example/tufte/locks',
    title: 'Locks and their keepers',
    head: '<style>.margin-toggle{display:none}@media(max-width:760px){.sidenote{display:none}.margin-toggle:checked+.sidenote{display:block}}</style>',
    body: '{{1}}<p>They grew vegetables<label for="sn-1" class="margin-toggle sidenote-number"></label><input type="checkbox" id="sn-1" class="margin-toggle"/><span class="sidenote">Leeks above all, to judge by the fines.</span> on the towpath.</p>{{2}}{{3}}',
    has: ['Leeks above all, to judge by the fines'],
  }),
  wildPage({
    name: 'a span that CSS hides until its mark is clicked',
    url: 'https://essays.example/p/butter',
    subject: 'baking',
    site: 'news',
    title: 'Butter',
    head: '<style>.fn-text{display:none}.fn.open .fn-text{display:block}</style>',
    body: '{{1}}<p>Cold butter tears the dough<span class="fn"><sup class="fn-mark">1</sup><span class="fn-text">Below six degrees, in my kitchen.</span></span>, so wait.</p>{{2}}{{4}}<script>document.querySelectorAll(".fn-mark").forEach(m=>m.onclick=()=>m.parentNode.classList.toggle("open"))</script>',
    has: ['Below six degrees, in my kitchen'],
  }),
  wildPage({
    name: 'details and a popover',
    url: 'https://essays.example/p/disks',
    subject: 'software',
    site: 'newsletter',
    title: 'Full disks',
    body: '{{1}}<p>We tried three designs<button popovertarget="note-a">note</button>.</p><div id="note-a" popover>The second one was written in a weekend.</div>{{4}}<details class="footnote"><summary>Why not a database?</summary><p>Because it fills the same disk.</p></details>{{5}}',
    has: ['The second one was written in a weekend', 'Because it fills the same disk'],
  }),
]
