/** Code without the usual `pre` and `code`. */

import { wildPage } from './wild-page.ts'

const subject = 'software'

export const codeShapes = [
  wildPage({
    name: 'Hexo with a gutter',
    url: 'https://dev.example/2023/queue/',
    title: 'A queue in Go',
    subject,
    body: '{{1}}<figure class="highlight go"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br><span class="line">3</span><br></pre></td><td class="code"><pre><span class="line"><span class="keyword">for</span> {</span><br><span class="line">    task := &lt;-own</span><br><span class="line">}</span><br></pre></td></tr></table></figure>{{2}}{{4}}',
    has: ['```go\nfor {\n    task := <-own\n}\n```'],
    hasNot: [/^1$/m],
  }),
  wildPage({
    name: 'lines as blocks with a language',
    url: 'https://millrace.example/docs/kotlin',
    site: 'docs',
    title: 'Kotlin client',
    subject,
    body: '{{1}}<div class="code-block" data-lang="kotlin">\nfun main() {\n    connect(&quot;local&quot;)\n}\n</div>{{2}}{{5}}',
    has: ['```kotlin', '    connect("local")'],
  }),
  wildPage({
    name: 'token lines of a React site',
    url: 'https://millrace.example/docs/js',
    site: 'docs',
    title: 'JavaScript client',
    subject,
    body: '{{5}}<div class="prism-code language-js"><div class="token-line" style="color:#393A34"><span class="token keyword">import</span><span class="token plain"> { steal } </span><span class="token keyword">from</span><span class="token plain"> </span><span class="token string">\'mill\'</span></div><div class="token-line"><span class="token plain" style="display:inline-block"></span></div><div class="token-line"><span class="token plain">  </span><span class="token function">steal</span><span class="token punctuation">(</span><span class="token number">2</span><span class="token punctuation">)</span></div></div>{{2}}',
    has: [/```(js|javascript)?\nimport \{ steal \} from 'mill'\n\n {2}steal\(2\)\n```/],
  }),
  wildPage({
    name: 'numbers in a flexible gutter',
    url: 'https://dev.example/notes/trace',
    site: 'plain',
    title: 'Reading a trace',
    subject,
    body: '{{2}}<pre class="shiki"><code class="language-python"><span class="row" style="display:flex"><span class="num" style="width:2em;user-select:none">1</span><span>def top(trace):</span></span>\n<span class="row" style="display:flex"><span class="num" style="width:2em;user-select:none">2</span><span>    return trace[0]</span></span>\n<span class="row" style="display:flex"><span class="num" style="width:2em;user-select:none">3</span><span>print(top([4]))</span></span></code></pre>{{3}}{{4}}',
    has: ['```python\ndef top(trace):\n    return trace[0]\nprint(top([4]))\n```'],
  }),
  wildPage({
    name: 'Rouge and a plain table of two cells',
    url: 'https://dev.example/posts/config',
    title: 'The configuration file',
    subject,
    body: '{{5}}<div class="language-yaml highlighter-rouge"><div class="highlight"><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="rouge-code"><pre><span class="na">workers</span><span class="pi">:</span> <span class="m">4</span>\n<span class="na">limits</span><span class="pi">:</span> <span class="s">small</span>\n</pre></td></tr></tbody></table></div></div>{{2}}<div class="highlight-console notranslate"><div class="highlight"><pre><span></span><span class="gp">$ </span>mill reload\n</pre></div></div>{{3}}',
    has: ['```yaml\nworkers: 4\nlimits: small\n```', '$ mill reload'],
    hasNot: [/^\| /m],
  }),
]
