/** Pages that were read otherwise than they are written, found by hand, in the suites of others and by drawn pages. */

export const foundPages: readonly string[] = [
  // Tildes
  '<p>3~5天、7~10天</p>',
  '<p>10~20℃、30~40℃, H~2~O and ~one~</p>',
  '<p>~a<i>~b</i> ~/c ~d~</p>',
  '<p><del>a</del>~b</p>',
  '<p><del>a</del><i><del>b</del></i></p>',
  // Addresses
  '<p>http://![i](http://evil.example/x.png)</p>',
  '<p>http://_[click](javascript:alert(1))</p>',
  '<p>https://a.b/![i](http://evil.example/x.png)</p>',
  '<p>https://example.com/a*b*c and www.example.com/*a*</p>',
  '<p>https://x.y/&amp;copy; and \\https://x.y/*a</p>',
  '<p><a href="https://example.com/a">www.foo.com\\</a></p>',
  '<p><a href="https://foo.bar.`baz/">https://foo.bar.`baz/</a></p>',
  '<p>https://a.b/c<b>d</b></p>',
  '<p>https://a.b/c<br>d</p>',
  '<p><del>https://a.b/?c=d</del><br>e</p>',
  '<p>https://a.b/_c_ (https://a.b/d*e*)</p>',
  '<p>www.a.b&lt;b></p>',
  '<table><tr><th>A</th><th>B</th></tr><tr><td>https://a.b|c</td><td>d</td></tr></table>',
  // Code
  '<p>Use <code>GET</code><code>/v1/users</code></p>',
  '<p><kbd>Ctrl</kbd><kbd>C</kbd> or <code>a</code><wbr><code>b</code></p>',
  '<p><a href="/x"><code>a``b</code></a></p>',
  '<pre><code class="language-föö">a</code></pre>',
  // What begins a line
  '<p><span>1</span>. item<br><span>2</span>) item</p>',
  '<p><sup># a</sup></p>',
  '<p>---- --</p>',
  '<p>a<br>|-|-|</p>',
  '<p>[<b>a</b>]: /b</p>',
  '<blockquote><p>[!NOTE]</p></blockquote>',
  // Headings, breaks and lists
  '<h2>Learning C #</h2><h2>#</h2><h3>foo ###</h3>',
  '<ul><li><hr></li></ul><ul><li>a</li></ul><ul><li><hr></li></ul>',
  '<ol><li>a</li><li>b</li></ol><ol><li>c</li></ol>',
  '<ul><li>a<ul><li>b</li></ul><ul><li>c</li></ul></li></ul>',
  // Links and pictures
  '<p>[a]<span>(http://x.y)</span></p>',
  '<p><a href="/x">[a](b)</a> <a href="/y">![i](/x.png)</a></p>',
  '<p><a href="/x"> | a</a> <a href="/y"># a</a></p>',
  '<p><a href="/1"><img src="/2.png" alt="[d](e)"> a</a></p>',
  '<p><i>!</i><i><a href="/1">a</a></i></p>',
  '<p><img src="/a.png" alt="a" title="What it says when a pointer rests on it"></p>',
  '<p><a href="/x?a=b&amp;amp;copy;=c">a</a></p>',
  // Emphasis
  '<p>foo<em><strong>bar</strong></em>baz</p>',
  '<p><i>a</i><b>b</b></p>',
  '<p><b><i>a</i>a<i>a</i></b></p>',
  '<p>he is <b><i><a href="/x">A</a></i></b>, ok</p>',
  '<p>before<b><i><a href="/">x</a>a</i>b</b>after</p>',
  '<p><del><i>a。</i><i>b[</i></del><img src="/1.png" alt=""></p>',
  '<p>&amp;<span>copy;</span></p>',
]
