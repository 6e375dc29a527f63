import { describe, expect, it } from 'vitest'
import { formatDocument, outputOf } from '../format-document.ts'

describe('CSV', () => {
  it.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons', 'a;b\r\n1;2\r\n'],
    ['tabs', 'a\tb\n1\t2'],
    ['bars', 'a|b\r1|2\r'],
    ['a line that names the delimiter', 'sep=#\r\na#b\r\n1#2'],
    ['a byte order mark', '\ufeffa,b\n1,2'],
    ['carets', 'a^b\n1^2\n'],
    ['colons', 'a:b\n1:2\n'],
    ['quotes and blank lines', '"a","b"\n\n"1","2"\n\n'],
    ['semicolons and quotes around every field', '"a";"b"\n"1";"2"\n'],
    ['spaces between delimiters and quotes', '"a", "b"\n"1" , "2" \n'],
    ['spaces', 'a b\n1 2\n'],
    ['single quotes around every field', "'a','b'\n'1','2'\n"],
  ])('becomes a table, with %s', async (_, text) => {
    expect(await outputOf('csv', text)).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |')
  })

  it('may have quotes, line breaks and delimiters inside quotes', async () => {
    expect(await outputOf('csv', 'a,b\n"x ""y"", z","one\ntwo"\n')).toBe(
      '| a | b |\n| --- | --- |\n| x "y", z | one<br>two |',
    )
  })

  it.each([
    ['a backslash', 'a,b\n"say \\"hi\\", ok",C:\\\\\n'],
    ['single quotes around the field', "'a','b'\n'say \"hi\", ok','C:\\'\n"],
  ])('may have quotes in a field with %s', async (_, text) => {
    expect(await outputOf('csv', text)).toBe('| a | b |\n| --- | --- |\n| say "hi", ok | C:\\\\ |')
  })

  it('may have decimal commas with semicolons as delimiters', async () => {
    const text = 'Name;Preis;Menge\nApfel;1,50;2\nBirne;2,25;3\n'
    expect(await outputOf('csv', text)).toContain('| Apfel | 1,50 | 2 |')
  })

  it('is not split at delimiters in quotes', async () => {
    const text = 'shop,"open|late|closed"\nOne,"Mo|Tu|We"\nTwo,"Th|Fr ""late""|Sa"\n'
    expect(await outputOf('csv', text)).toContain('| One | Mo\\|Tu\\|We |')
  })

  it('may have rows of different lengths, and quotes that are never closed', async () => {
    expect(await outputOf('csv', 'a,b\n1\n1,2,3\n')).toBe(
      '| a | b |  |\n| --- | --- | --- |\n| 1 |  |  |\n| 1 | 2 | 3 |',
    )
    expect(await outputOf('csv', 'a,b\n"1,2\n3,4\n')).toContain('1,2')
  })

  it('returns its source as raw_html, also with other outputs', async () => {
    const text = 'a,b\n1,https://x.example/\n'
    expect(await outputOf('csv', text, 'raw_html')).toBe(text)
    const both = await formatDocument('csv', text, {
      output: 'raw_html',
      extraOutputs: ['markdown', 'raw_html', 'clean_html'],
    })
    expect(both).toMatchObject({ content: text, extra: { raw_html: text, clean_html: null } })
    expect(both.extra.markdown).toContain('| --- | --- |')
    const other = await formatDocument('csv', text, { extraOutputs: ['raw_html', 'links'] })
    expect(other.extra).toMatchObject({ raw_html: text, links: [{ url: 'https://x.example/' }] })
    const alone = await formatDocument('csv', text, { output: 'raw_html', extraOutputs: ['clean_html'] })
    expect(alone.extra).toEqual({ clean_html: null })
  })

  it.each([
    ['a title', 'Trees, 2024\n\na;b;c\n1;2;3\n4;5;6\n', 'Trees, 2024'],
    ['a title in a row of empty fields', 'Trees,,\na,b,c\n1,2,3\n4,5,6\n', 'Trees'],
    ['comments', '# Source: a, b\n#CC0\na,b,c\n1,2,3\n4,5,6\n', 'Source: a, b\n\nCC0'],
  ])('has %s as text above the table', async (_, text, above) => {
    const table = '| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |'
    expect(await outputOf('csv', text)).toBe(`${above}\n\n${table}`)
  })

  it.each([
    ['a header that begins with #', '#a,b\n1,2\n3,4\n', '| #a | b |'],
    ['a name without a value', 'name,\nplace,Oslo\nyear,2024\n', '| name |  |'],
    ['lines with equally many words', 'Full name\nAda Lovelace\nAlan Turing\n', '| Ada Lovelace |'],
    ['lines that end with a number', 'Chapter 1\nChapter 2\nChapter 3\n', '| Chapter 2 |'],
    ['apostrophes', "word,in full\n'tis,it is\n'twas,it was\n", "| 'tis | it is |"],
    ['a backslash at the end of a field', 'path,size\n"C:\\",5\n"D:\\",6\n', '| D:\\\\ | 6 |'],
    ['times', 'time\n12:30\n13:45\n', '| 12:30 |'],
    ['URLs', 'https://a.example/\nhttps://b.example:80/\n', '| https://a.example/ |'],
  ])('keeps %s in the table', async (_, text, row) => {
    expect(await outputOf('csv', text)).toContain(row)
  })

  it('keeps markup as text', async () => {
    expect(await outputOf('csv', 'a\n<script>alert(1)</script>\n*x* [y](z)\n')).toBe(
      '| a |\n| --- |\n| \\<script>alert(1)\\</script> |\n| \\*x\\* [y\\](z) |',
    )
  })
})

it('TSV is split only at tabs', async () => {
  expect(await outputOf('tsv', 'a\tb,c;d\n1\t2\n')).toBe('| a | b,c;d |\n| --- | --- |\n| 1 | 2 |')
})

it('keeps typed URLs unchanged, as links', async () => {
  const text = 'site,note\nhttps://a.example/x_y?z=1&u=2,"see https://b.example/q."\n'
  expect(await outputOf('csv', text)).toContain('| https://a.example/x_y?z=1&u=2 | see https://b.example/q. |')
  expect(await outputOf('csv', text, 'links')).toMatchObject([
    { url: 'https://a.example/x_y?z=1&u=2', text: 'https://a.example/x_y?z=1&u=2' },
    { url: 'https://b.example/q' },
  ])
})
