/** Encodings of RTF text, from the code pages and character sets named in its header and fonts. */

/** WHATWG names by Windows code page. DOS code pages unknown to browsers are read as the Windows code page for the same languages. */
const byPage: Readonly<Record<number, string>> = {
  437: 'windows-1252',
  708: 'windows-1256',
  709: 'windows-1256',
  720: 'windows-1256',
  737: 'windows-1253',
  775: 'windows-1257',
  850: 'windows-1252',
  852: 'windows-1250',
  855: 'ibm866',
  857: 'windows-1254',
  862: 'windows-1255',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  54936: 'gb18030',
  65001: 'utf-8',
}

/** Returns the encoding for `\ansicpgN`; Western European if unknown. */
export function encodingOfPage(page: number): string {
  return byPage[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252')
}

/** Returns the encoding for `\fcharsetN`; null for the document's own encoding. */
export function encodingOfCharset(charset: number): string | null {
  return encodings[charset] ?? null
}

const encodings: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  130: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}
