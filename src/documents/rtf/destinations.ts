/** RTF control words that set the destination of their group's text. */

import { hyperlinkIn } from '../converted/write-html.ts'
import { colourTable, fontTable, styleSheet, timeFields } from './header.ts'
import type { RtfDocument } from './rtf-document.ts'
import {
  collect,
  groundsOfShape,
  isHiddenShape,
  type RtfDestination,
  type RtfPicture,
  shapeNumbers,
  skipped,
} from './state.ts'

/** Returns the new destination; null for the text of the document, undefined if the destination doesn't change. */
type Opener = (document: RtfDocument) => RtfDestination | null | undefined

/** Text in these groups isn't part of the document, or is a copy of other text. */
const notRead =
  'filetbl revtbl rsidtbl listtable listoverridetable generator xmlnstbl themedata colorschememapping latentstyles datastore ' +
  'headerc ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn ' +
  'atnid atndate atnref atnicn atrfstart atrfend bkmkstart bkmkend xe tc tcn rxe txe ' +
  'nonshppict shprslt objdata objclass objname objalias objsect nonesttables pn falt panose fontemb template ' +
  'private NeXTGraphic passwordhash userprops docvar wgrffmtfilter mmathPr mmathPict keycode'

/** Groups marked with `\*` whose text is read as part of the surrounding text. */
const passedThrough = 'shpinst shppict picprop nesttableprops object result moMath mmath'

/** Drops the text of these groups, but may read nested groups. `\upr` has an ANSI copy of the Unicode text that is in its group `\ud`. */
const dropped = 'info upr do'
const nothing: RtfDestination = { text() {} }

const property =
  (name: 'title' | 'author' | 'description'): Opener =>
  ({ properties }) =>
    collect((text) => {
      properties[name] ||= text.trim()
    })

const time =
  (name: 'publishedAt' | 'modifiedAt'): Opener =>
  ({ properties }) =>
    timeFields((iso) => {
      properties[name] ??= iso
    })

/** A label that the program wrote: `1.`, a bullet. */
const label: Opener = (document) =>
  collect((text) => {
    document.label = text.replace(/\s+/g, ' ').trim().slice(0, 200)
  })

/** The only groups in a header that are shown: the results of fields. */
const shownInHeader = new Set(['field', 'fldrslt'])

const running: Opener = (document) => {
  const line = collect((text) => document.hidden.addRunning(text))
  return {
    ...line,
    word(name) {
      if (/^(?:par|line|tab|cell)$/.test(name)) line.text(' ')
      if (openers.has(name) && !shownInHeader.has(name)) document.state.destination = skipped
      return true
    },
  }
}

const every = (names: string, open: Opener) => names.split(' ').map((name): [string, Opener] => [name, open])

const openers: ReadonlyMap<string, Opener> = new Map<string, Opener>([
  ...every(notRead, () => skipped),
  ...every(passedThrough, () => undefined),
  ...every(dropped, () => nothing),
  ...every('header headerl headerr headerf footer footerl footerr footerf', running),
  ['ud', () => null],
  ['fonttbl', ({ fonts }) => fontTable(fonts)],
  ['colortbl', ({ colours }) => colourTable(colours)],
  ['stylesheet', ({ styles, codeStyles }) => styleSheet(styles, codeStyles)],
  ['background', enterBackground],
  ['title', property('title')],
  ['author', property('author')],
  ['doccomm', property('description')],
  ['creatim', time('publishedAt')],
  ['revtim', time('modifiedAt')],
  ...every('listtext pntext', label),
  // A shape property has a name and a value, just as a field has an instruction and a result.
  ...every('field sp', beginField),
  ...every('fldinst sn', readInstruction),
  ['fldrslt', enterResult],
  ['sv', readValue],
  ['footnote', (document) => document.divert((html) => document.flow.inline.element(document.notes.add(html)))],
  [
    'atnauthor',
    (document) =>
      collect((text) => {
        document.commentAuthor = text
      }),
  ],
  ['annotation', (document) => document.divert((html) => document.addComment(html))],
  ...every('shptxt dptxbxtext', enterBox),
  ...every('shp pict', enterPicture),
])

/** Enters the destination that a control word names; returns false if the word doesn't name a destination. */
export function openDestination(document: RtfDocument, name: string): boolean {
  const open = openers.get(name)
  const destination = open?.(document)
  if (destination !== undefined) document.state.destination = destination
  return open !== undefined
}

function beginField({ state }: RtfDocument): undefined {
  state.field = { instruction: '' }
}

function readInstruction({ state: { field } }: RtfDocument): RtfDestination {
  return collect((text) => {
    if (field) field.instruction = text.trim()
  })
}

function enterResult(document: RtfDocument): undefined {
  const href = hyperlinkIn(document.state.field?.instruction ?? '')
  if (href !== null) document.setCharacters({ href })
}

function enterBackground(document: RtfDocument): RtfDestination {
  document.paper = [null]
  return skipped
}

function enterBox(document: RtfDocument): RtfDestination {
  const { state, paper, paperWidth } = document
  const box = document.divert((html) => document.flow.addBeside(html))
  state.boxGrounds = state.picture ? groundsOfShape(state.picture, paper) : paper
  if (state.picture && isHiddenShape(state.picture, paperWidth)) document.setCharacters({ isHidden: true })
  return box
}

/** Enters a shape, or an image outside a shape. An image in a shape has the shape's description. */
function enterPicture(document: RtfDocument): RtfDestination {
  if (document.state.picture) return nothing
  const picture: RtfPicture = { alt: '', numbers: {} }
  document.state.picture = picture
  return {
    text() {},
    word(word, number) {
      if (shapeNumbers.test(word)) picture.numbers[word] = number ?? 0
      return shapeNumbers.test(word)
    },
    end: () => document.addPicture(picture.alt),
  }
}

/** Reads `{\sp{\sn wzDescription}{\sv A cat}}`. */
function readValue({ state: { field, picture } }: RtfDocument): RtfDestination {
  const name = field?.instruction ?? ''
  return collect((text) => {
    if (picture && name === 'wzDescription') picture.alt = text
    else if (picture && shapeNumbers.test(name)) picture.numbers[name] = Number(text)
  })
}
