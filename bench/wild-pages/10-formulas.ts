/** Formulas that a program has already drawn. */

import { wildPage } from './wild-page.ts'

export const formulas = [
  wildPage({
    name: 'KaTeX with MathML',
    url: 'https://notes.example/steal',
    subject: 'software',
    title: 'The cost of a steal',
    body: '{{1}}<p>The mean is <span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mfrac><mi>a</mi><mi>b</mi></mfrac></mrow><annotation encoding="application/x-tex">\\frac{a}{b}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="mfrac">ab</span></span></span> per task.</p>{{2}}{{3}}',
    has: ['\\frac{a}{b}'],
    hasNot: ['ab per task', 'abab'],
  }),
  wildPage({
    name: 'KaTeX drawn without MathML, with its source in an attribute',
    url: 'https://chat.example/share/1',
    site: 'news',
    subject: 'rivers',
    title: 'How many come back',
    body: '{{1}}{{2}}<p>The estimate is <span class="math-inline" data-math="\\hat{N} = \\frac{Mn}{m}"><span class="katex"><span class="katex-html" aria-hidden="true"><span class="base"><span class="mord">N</span><span class="mrel">=</span><span class="mord">M</span><span class="mord">n</span><span class="mord">m</span></span></span></span></span> for each year.</p>{{3}}',
    has: ['\\hat{N} = \\frac{Mn}{m}'],
  }),
  wildPage({
    name: 'MathJax 3 with assistive MathML',
    url: 'https://notes.example/weights',
    subject: 'museum',
    site: 'plain',
    title: 'Weights',
    body: '{{1}}<p>A pendulum of length <mjx-container class="MathJax" jax="CHTML" tabindex="0"><mjx-math class="MJX-TEX" aria-hidden="true"><mjx-mi><mjx-c class="mjx-c1D459 TEX-I"></mjx-c></mjx-mi></mjx-math><mjx-assistive-mml unselectable="on" display="inline"><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>l</mi></math></mjx-assistive-mml></mjx-container> has the period <mjx-container class="MathJax" jax="CHTML" display="true"><mjx-math aria-hidden="true"><mjx-mi><mjx-c class="mjx-c1D447 TEX-I"></mjx-c></mjx-mi></mjx-math><mjx-assistive-mml><math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><mi>T</mi><mo>=</mo><mn>2</mn><mi>π</mi><msqrt><mfrac><mi>l</mi><mi>g</mi></mfrac></msqrt></math></mjx-assistive-mml></mjx-container>.</p>{{2}}{{3}}',
    has: [/\\sqrt\{\s*\\frac\{l\}\{g\}\s*\}/],
  }),
  wildPage({
    name: 'MathJax 2 with its script',
    url: 'https://forum.example/q/77',
    site: 'plain',
    subject: 'canal',
    title: 'Filling a lock',
    body: '{{1}}<p>The time is <span class="MathJax_Preview" style="color: inherit;"></span><span class="MathJax" id="MathJax-Element-1-Frame" tabindex="0"><nobr><span class="math"><span class="mi">t</span><span class="mo">=</span><span class="mi">V</span><span class="mi">q</span></span></nobr></span><script type="math/tex" id="MathJax-Element-1">t = V/q</script>, roughly.</p>{{3}}{{4}}',
    has: ['t = V/q'],
    hasNot: ['t=Vq'],
  }),
  wildPage({
    name: 'images of an encyclopedia',
    url: 'https://wiki.example/wiki/Lock',
    site: 'news',
    title: 'Lock',
    body: '{{1}}{{2}}<p>The volume is <span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;"><math xmlns="http://www.w3.org/1998/Math/MathML" alttext="{\\displaystyle V=lwh}"><semantics><mrow><mi>V</mi><mo>=</mo><mi>l</mi><mi>w</mi><mi>h</mi></mrow><annotation encoding="application/x-tex">{\\displaystyle V=lwh}</annotation></semantics></math></span><img src="https://wikimedia.example/svg/1" class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{\\displaystyle V=lwh}"></span> in all.</p>{{4}}',
    has: [/\$.*V=lwh.*\$/],
    hasNot: ['wikimedia.example/svg'],
  }),
]
