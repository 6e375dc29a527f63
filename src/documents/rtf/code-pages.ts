/** Encodings of RTF text, from the code pages and character sets named in its header and fonts. */

/** Reads `name number number; name number`. */
function pages(text: string): ReadonlyMap<number, string> {
  return new Map(
    text.split('; ').flatMap((part) => {
      const [name = '', ...numbers] = part.split(' ')
      return numbers.map((number): [number, string] => [Number(number), name])
    }),
  )
}

/** WHATWG names by code page, except Windows code pages. */
const byPage = pages(
  'ibm866 866; windows-874 874; shift_jis 932; gbk 936; euc-kr 949; big5 950; macintosh 10000; x-mac-cyrillic 10007; gb18030 54936; utf-8 65001',
)

/** Returns the encoding for `\ansicpgN`; Western European if unknown. */
export function encodingOfPage(page: number): string {
  return byPage.get(page) ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252')
}

/** WHATWG names by `\fcharsetN`. Other character sets use the document's encoding. */
export const encodingByCharset = pages(
  'macintosh 77; shift_jis 128; euc-kr 129 130; gbk 134; big5 136; windows-1253 161; windows-1254 162; windows-1258 163; windows-1255 177; windows-1256 178; windows-1257 186; windows-1251 204; windows-874 222; windows-1250 238',
)
