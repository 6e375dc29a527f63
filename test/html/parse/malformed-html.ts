/** Malformed pages, one for each rule of the HTML parser. */

// One page per line, with control characters escaped.
export const malformedPages = String.raw`
<!DOCTYPE html><html lang=en><head><title>a</title></head><body class="b">c</body></html>
a<!doctype html><p>b
<!DOCTYPE><p><table>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN"><p><table>
<!doctype html SYSTEM 'about:legacy-compat' x>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"><p><table>
\n  \t<!-- a --> \n<html> \n<!-- b --> <head> \n <title> \n t </title> <!-- c --> </head> \n <!-- d --> <body> \n </body> \n <!-- e --> </html> \n <!-- f --> \n
\n\n  word  two \n three
<html a=1><body a=1><html a=2 b=2><body a=2 c=3>
</html>a</body>b</html> c <!-- d --> e
</body> \n <!-- a --> </html> <!-- b --> \n <p>c
<head></head> a <title>b</title> c
<head></head> <title>b</title> \n <link> \n <p>c
<title>a<b>&amp;&ltc</title ><p>b
<title>a</titl>b</title/x>c
<title>
<title>a</title
<title>a</title x
<textarea>\n\na</textarea><textarea>\n</textarea><pre>\n\na\nb</pre><pre> \na</pre><listing>\na</listing>
<pre>&#10;a</pre><pre>&#x20;\na</pre><pre>\r\na</pre><pre>\r\r\na</pre><pre>
<pre><!-- -->\na</pre><pre><b>\na</b></pre><textarea>&#10;\n</TEXTAREA>
a\rb\r\nc\r\r\n<p title="a\r\nb\rc">&#13;\n&#13
<p>a&nbsp;b &copy c &copyd &notin; &notit; &not &amp;amp &#38; &#x26; &#0; &#x80; &#xD800; &#1114112; &#x; &#; & &; &a
<p>&<b>&l<i>&lt<u>&am<s>&#<q>&#x<em>&#x26<br>&CounterClockwiseContourIntegral;&NotEqualTilde;
<a href="?a=1&b=2&amp;c=3&copy=4&copy;=5&lt&notit;&noti" b='&quot;&#39;' c=&amp;d e=&lt>x</a>
<a href=?a&copy=1&reg f=a&>x</a> &
<p a=1 A=2 b B=3 c = 4 d= "5" e ='6'f=7 g='8'/h=9/ / i/>a
<p =a ==b a==b "c' d"=e <f g<h=i j=">" k='>' l=m"n o=p'q r=\x60s>a
<p a=>b<p a= >b<p a="">b<p a=''>b<p a>b<p a/>b<p a/b>b
<p a="b"c="d"e>f<p/>g<p/ >h<p /a>i
<p ä=ö Ä=Ö \u212a=\u017f \x01=\x02 a\x0bb>c<pä>d<\u212a>e<a\u212a>f</a\u212a>
<DIV CLASS=A>B</DIV ID=c><SPAN\n\tID\f=\n"x"\t>y</SPAN\n>
<p
<p a
<p a=
<p a=b
<p a="b
<p a='b
<p a="b"
<p /
a<
a</
a</p
a<!
a<!-
a<!--
a<!--b-
a<!--b--
a<!--b--!
<!-->a<!--->b<!---->c<!----->d<!--a--!>e<!--!>f<!---!>g-->h<!--<!-->i<!-- <!-- a -->j--><!--a--->b
<!--a--b-->c<!--a-!>b-->c<!----!>d<!----!-->e
a<!doctype>b<!x>c<?php a > b ?>d</>e</ f>g<1>h< i>j<>k</1>l
<![CDATA[a]]>b<svg><![CDATA[a<b>&amp;]]>c<![CDATA[d]]]>e<![CDATA[f
a <b <c> d> e << f <<g>h</g>
<script>a<b>&amp;</script>c<script>'</scrip>'</script >d<script/>e</script>
<script><!--a</script>b<script><!--<script>a</script>b--></script>c
<script><!--<script >a</script/>b</script>c<script><!--a--><script></script>d
<script><!--><script></script>a<script><!---><script></script>b<script><!--<script--></script>c
<script><!--<SCRIPT></SCRIPT ><script>a<!--b</script>c--></script>d</script>e
<script><!--<scripta></script>b<script><!--<!--<script>--></script>c<script>--><script></script>d
<script><!--<script>
<script><!--<script></script>a
<script><!--a</script
<script>a</script
<script>a</SCRIPT\n\ta="b">c
<style><!--a</style>b--></style>c<xmp><p></xmp >d<iframe><p></iframe>e<noembed><p></noembed><noframes><p></noframes>
<noscript><p>a</noscript><head><noscript><link><style>a</style>b</noscript>c
<head><noscript> <!-- a --> b</noscript></head><body><noscript>a<b>c</noscript>d
<plaintext>a</plaintext><b>&amp;
<p>a<plaintext> b\n<p>c
<b>a<i>b</b>c</i>d
<b><p>a</b>b</p>c
<a>a<div>b<a>c</a>d</div>e</a>f
<a href=1>b<table><a href=2>c<tr><td><a href=3>d</table>e</a>
<b><i><u><p>a</b>b</i>c</u>d
<p><b><b><b><b><p>a</p></b></b></b></b>c
<font><font color=a><font><font><p>b</font></font></font></font>
<b>1<p>2</b>3<i>4</p>5</i>6<p>7
<nobr>a<nobr>b</nobr>c</nobr><em>a<strong>b<p>c</em>d</strong>e
<code>a<div>b</code>c</div><tt><big><small><strike><s><u>a</tt>b
<p>a<p>b<div>c<p>d</div>e</p>f</p>
<p>a<button><p>b</button>c<p>d<button>e<button>f</button>
<p>a<table><p>b</table>c
<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e</li>f
<li>a<div><li>b</div><li>c<p><li>d
<dl><dt>a<dd>b<dt>c<dd><p>d<dt>e</dl>f</dd>
<h1>a<h2>b</h1>c</h3>d<h4><p>e</h5>f
<select><option>a<option>b<optgroup><option>c<p>d<b>e</optgroup></select>f<option>g
<select> a b <select>c<input>d<textarea>e</select>f</textarea>
<select><svg><p>a</svg><script>b</script><template>c</template><hr><table>d</select>e
<table><select><tr><td>a</select>b<td>c</table>
<table>a<tr>b<td>c</td>d</tr>e</table>f
<table> <tr> <td> a </td> </tr> </table> <table> a <b>b</b> <tr> c </table>
<table>\n word word\n<!-- c --> two <tr><td>x
<table><td>a<th>b<tr>c<tbody><td>d<thead>e<tfoot><tr><td>f<caption>g<col>h<colgroup>i
<table><caption> a b <tr><td>c</caption>d</table>
<table><colgroup> a b <col> c d </colgroup> e f <col> g h <tr><td> i j
<table><col> a <td> b c <table><colgroup>d
<table><tr><td>a<table><tr><td>b</table>c</td></table></td>d
<table><form><tr><input type=hidden><input type=TEXT><td></form>a<form>b</table>
<table><style>a</style><script>b</script><template>c</template><p>d<tr><svg><td>e
<table><tr><td><p>a</table>b<p>c</td><table></p>d
<tr><td>a<tbody>b<caption>c<col>d<head>e<frame>f
<template><col> a b <col> c </template><template><tr><td>a</template><template>b<td>c
<template> a <frameset> b </template></template><div><template><div></template>c</div>
<template><colgroup> a <col> b </colgroup> c </template><template><tbody>a<tr>b
<frameset> a <frame> b <frameset> c </frameset> d <noframes>e</noframes> <p>f </frameset> g </html> h <!-- i --> \n
<p>a<frameset>b<frame>
<frameset é> a b <frame>
<template><col é> a b <col> c
<!-- a --> <frameset> \n <frame/> </frameset> \n <noframes> a </noframes> \n
<div> \n <frameset> a b
<form>a<form>b</form>c</form>d<div><form>e</div>f</form>g
<svg viewbox=a><foreignobject><p>b<svg><g/><circle>c</svg>d</foreignobject><title><p>e</title><desc>f<b>g</svg>h
<svg><p>a<svg><b>c<svg><font>d<svg><font color=e>f<svg></p>g<svg></br>h
<svg><a xlink:href=b href=c xml:lang=d xmlns=e xmlns:xlink=f definitionurl=g></svg><math definitionurl=h xlink:href=i>
<svg><script>a<b></script>c<style>d<e></style><textarea>f<i></textarea><title>g<b>h
<math><mi>a<p>b<mglyph>c</mi>d<annotation-xml encoding=text/html><p>e<svg>f</annotation-xml><mtext><b>g
<math><annotation-xml><svg>a<p>b<math><mi><malignmark>c<mi/>d</math>e
<svg> \n a \n <g> b </g> </SVG> <linearGradient><LINEARGRADIENT/>c
<svg/>a<math/>b<svg><path/></svg>c<br/><image/>d<isindex>e<keygen>f<param>g<spacer>h
</p>a</br>b</b>c</div>d</table>e</select>f</template>g</form>h</td>i</h1>j</svg>k</script>l
<object>a<b>b</object>c<marquee><i>d</marquee>e<applet><p>f</p></applet></b>
<ruby>a<rb>b<rt>c<rtc>d<rp>e</ruby>f<rt>g
<details><summary>a<p>b</summary>c</details><dialog><p>d</dialog><search><p>e</search>f
<hr><p>a<hr>b<center><p>c</center><address><p>d<address>e
<x-a><x-b>a</x-a>b</x-b>c<x:y z:w=1>d</x:y>
<body a=1>b<body c=2>d<head e=3>f
<base href=a><p><base href=b>
<input><embed><wbr><area><img alt="a > b"><source><track><link><meta><bgsound><basefont>a
a\u0000b<p c\u0000d="e\u0000f">g<!--h\u0000i--><script>j\u0000k</script><table>\u0000l<svg>\u0000m<title>n\u0000
\ufeffa\ud83d\ude00b\ud83dc\ude00<p title="\ud83d\ude00">\ufffe\u0001
`
  .trim()
  .split('\n')
  .map((line) => JSON.parse(`"${line.replaceAll('"', '\\"').replace(/\\x(..)/g, '\\u00$1')}"`) as string)
