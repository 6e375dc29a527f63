/** Deep, endless or large RTF, CSV and TSV files. */

import type { HostileDocument } from './hostile-document.ts'

const rtf = (body: string) => Buffer.from(`{\\rtf1\\ansi ${body}}`, 'latin1')

export const texts: readonly HostileDocument[] = [
  ['100,000 nested groups', 'rtf', () => rtf(`${'{'.repeat(100_000)}x${'}'.repeat(100_000)}`)],
  ['a million groups that are never closed', 'rtf', () => rtf('{\\b x'.repeat(1_000_000))],
  ['binary data of two billion bytes', 'rtf', () => rtf('x{\\pict\\bin2000000000 abc}y')],
  [
    'negative binary data, and huge numbers',
    'rtf',
    () => rtf('x\\bin-5 \\fs99999999999999999999 \\uc1000000 \\u-99999999 y'),
  ],
  [
    '300,000 cells in one row',
    'rtf',
    () =>
      rtf(
        `\\trowd${Array.from({ length: 5000 }, (_, n) => `\\cellx${n}`).join('')}${'\\intbl x\\cell'.repeat(300_000)}\\row`,
      ),
  ],
  [
    '5,000 nested tables',
    'rtf',
    () =>
      rtf(
        Array.from(
          { length: 5000 },
          (_, n) => `{\\itap${n}\\intbl x\\nestcell{\\*\\nesttableprops\\trowd\\cellx100\\nestrow}`,
        ).join(''),
      ),
  ],
  [
    'fields, objects and a template on a server',
    'rtf',
    (canary) =>
      rtf(
        `{\\*\\template ${canary}t}{\\field{\\*\\fldinst INCLUDEPICTURE "${canary}p"}{\\fldrslt x}}{\\object\\objlink{\\*\\objdata ${'ab'.repeat(100_000)}}{\\result y}}`,
      ),
  ],
  ['10,000 nested fields', 'rtf', () => rtf('{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt '.repeat(10_000))],
  ['a text of 8 MB without spaces', 'rtf', () => rtf('x'.repeat(8_000_000))],
  ['truncated escapes', 'rtf', () => rtf("\\'\\'z\\'4\\u\\u12\\~\\*\\*{\\*".repeat(100_000))],
  ['a row of a million columns', 'csv', () => Buffer.from(`${'a,'.repeat(1_000_000)}\n1,2`)],
  ['two million rows', 'csv', () => Buffer.from('1,2\n'.repeat(2_000_000))],
  ['a quote that is never closed, 8 MB', 'csv', () => Buffer.from(`a,b\n"${'x,\n'.repeat(2_700_000)}`)],
  ['quotes in quotes', 'csv', () => Buffer.from('"'.repeat(4_000_001))],
  [
    'one row of a million cells among 1,000 short ones',
    'csv',
    () => Buffer.from(`${'a,b\n'.repeat(1000)}${'x,'.repeat(1_000_000)}\n${'a,b\n'.repeat(1000)}`),
  ],
  [
    'NUL characters and half a character in UTF-16',
    'csv',
    () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a,\0b\n\ud800,x', 'utf16le'), Buffer.from([0x41])]),
  ],
  [
    'pipes, markup and line breaks in cells',
    'tsv',
    () => Buffer.from('a|b\t<script>alert(1)</script>\t"c\nd"\n`|\t![x](javascript:1)\t\\\n'.repeat(10_000)),
  ],
]
