/** Converts RTF to HTML: paragraphs, headings, lists, tables, links and notes. Decodes no images and opens no objects. */

import type { Page } from '../../html/page.ts'
import type { ConvertedDocument } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { noText } from '../converted/no-text.ts'
import { brokenDocument } from '../converted/refusals.ts'
import { languageByIdentifier } from './languages.ts'
import { RtfReader } from './rtf-reader.ts'

/** Throws invalid_response for anything that isn't RTF. */
export async function convertRtf({ body }: Page, meter: DocumentMeter): Promise<ConvertedDocument> {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 64)).trimStart()
  if (!start.replace(/^\u00ef\u00bb\u00bf/, '').startsWith('{\\rtf')) {
    throw brokenDocument("it isn't RTF, although its type says so")
  }
  const reader = new RtfReader(body, meter)
  const html = reader.read()
  return {
    properties: { ...reader.properties, language: languageIn(reader) },
    html,
    warnings: [...noText(html), ...reader.hidden.warnings],
  }
}

/** Returns the language of most of the text. */
function languageIn({ charsByLanguage }: RtfReader): string | null {
  const [most] = [...charsByLanguage].sort(([, a], [, b]) => b - a)
  return most ? languageByIdentifier(most[0]) : null
}
