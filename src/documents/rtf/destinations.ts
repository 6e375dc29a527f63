/** RTF control words that set the destination of their group's text. */

import { hyperlinkIn } from '../converted/flow/hyperlink-field.ts'
import { colourTable, fontTable, styleSheet, timeFields } from './header.ts'
import { isHiddenShape, placeShape, setShapeProperty } from './looks.ts'
import type { RtfReading } from './reading.ts'
import { collect, type RtfDestination, type RtfField, skipped } from './state.ts'

type Opener = (reader: RtfReading) => void

/** Text of these groups isn't part of the document, or is a copy of other text. */
const notRead =
  'filetbl revtbl rsidtbl listtable listoverridetable generator xmlnstbl themedata colorschememapping latentstyles datastore ' +
  'header headerl headerr headerf headerc footer footerl footerr footerf ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn ' +
  'annotation atnid atnauthor atndate atnref atnicn atrfstart atrfend bkmkstart bkmkend xe tc tcn rxe txe ' +
  'nonshppict shprslt objdata objclass objname objalias objsect nonesttables pn falt panose fontemb template ' +
  'private NeXTGraphic passwordhash userprops docvar wgrffmtfilter mmathPr mmathPict keycode'

/** Groups marked with `\*` whose text is read as part of the surrounding text. */
const passedThrough = 'shpinst shppict picprop nesttableprops object result moMath mmath'

/** Drops the text, but nested groups may be read. */
const nothing: RtfDestination = { text: () => {} }

const goesTo =
  (destination: (reader: RtfReading) => RtfDestination | null): Opener =>
  (reader) => {
    reader.state.destination = destination(reader)
  }

const property = (name: 'title' | 'author' | 'description'): Opener =>
  goesTo(({ properties }) =>
    collect((text) => {
      properties[name] ||= text.trim()
    }),
  )

const time = (name: 'publishedAt' | 'modifiedAt'): Opener =>
  goesTo(({ properties }) =>
    timeFields((iso) => {
      properties[name] ??= iso
    }),
  )

/** A label as written by the program: `1.`, a bullet. */
const label = goesTo(({ paragraphs }) => collect((text) => paragraphs.setLabel(text)))

const openers: ReadonlyMap<string, Opener> = new Map<string, Opener>([
  ...notRead.split(' ').map((name): [string, Opener] => [name, goesTo(() => skipped)]),
  ...passedThrough.split(' ').map((name): [string, Opener] => [name, () => {}]),
  ['fonttbl', goesTo(({ fonts }) => fontTable(fonts))],
  ['colortbl', goesTo(({ colours }) => colourTable(colours))],
  ['background', enterBackground],
  ['stylesheet', goesTo(({ styles, codeStyles }) => styleSheet(styles, codeStyles))],
  ['info', goesTo(() => infoFields)],
  ['listtext', label],
  ['pntext', label],
  ['upr', goesTo(({ state: { destination } }) => ({ text: () => {}, around: destination }))],
  ['ud', goesTo(({ state: { destination } }) => textOf(destination?.around ?? null))],
  ['field', beginField],
  ['fldinst', goesTo(({ state: { field } }) => instructionOf(field))],
  ['fldrslt', enterResult],
  ['footnote', (reader) => reader.divert((html) => reader.flow.inline.element(reader.notes.add(html)))],
  ['shptxt', divertBox],
  ['dptxbxtext', divertBox],
  ['do', goesTo(() => nothing)],
  ['shp', enterPicture],
  ['pict', enterPicture],
  // A shape property has a name and a value, just as a field has an instruction and a result.
  ['sp', beginField],
  ['sn', goesTo(({ state: { field } }) => instructionOf(field))],
  ['sv', enterValue],
])

/** Enters the destination that a control word names; returns false if it doesn't name one. */
export function openDestination(reader: RtfReading, name: string): boolean {
  const { destination } = reader.state
  if (destination === infoFields) return openProperty(reader, name)
  const open = openers.get(name)
  if (!open) return false
  open(reader)
  return true
}

const infoFields: RtfDestination = { text: () => {} }

const properties: ReadonlyMap<string, Opener> = new Map<string, Opener>([
  ['title', property('title')],
  ['author', property('author')],
  ['doccomm', property('description')],
  ['creatim', time('publishedAt')],
  ['revtim', time('modifiedAt')],
])

function openProperty(reader: RtfReading, name: string): boolean {
  const open = properties.get(name) ?? (name === 'upr' ? openers.get('upr') : undefined)
  open?.(reader)
  return true
}

/** `{\upr{ANSI}{\*\ud{Unicode}}}` has the same text twice; only the second is read. Its end doesn't close the outer destination. */
function textOf(around: RtfDestination | null): RtfDestination | null {
  return around && { text: (text) => around.text(text), isText: around.isText ?? false }
}

function beginField({ state }: RtfReading): void {
  state.field = { instruction: '' }
}

function instructionOf(field: RtfField | null): RtfDestination {
  return collect((text) => {
    if (field) field.instruction = text.trim()
  })
}

function enterResult(reader: RtfReading): void {
  const { state } = reader
  const href = hyperlinkIn(state.field?.instruction ?? '')
  if (href !== null) reader.setRun({ href })
}

/** Makes the background of the pages unknown. */
function enterBackground(reader: RtfReading): void {
  reader.paper = [null]
  reader.state.destination = skipped
}

function divertBox(reader: RtfReading): void {
  const { state } = reader
  const shape = state.picture?.shape ?? {}
  state.isHidden ||= isHiddenShape(shape, reader.paperWidth)
  state.boxGrounds = shape.fill ?? reader.paper
  reader.divert((html) => reader.flow.addBeside(html))
}

/** Enters a shape, or an image outside a shape. For an image in a shape, the shape's description is used. */
function enterPicture(reader: RtfReading): void {
  const { state } = reader
  if (state.picture) {
    state.destination = nothing
    return
  }
  const picture = { alt: '', shape: {} }
  state.picture = picture
  state.destination = {
    text: () => {},
    word: (word, number) => placeShape(picture.shape, word, number),
    end: () => reader.addPicture(picture.alt),
  }
}

/** `{\sp{\sn wzDescription}{\sv A cat}}`. */
function enterValue({ state }: RtfReading): void {
  const { field, picture } = state
  const name = field?.instruction
  state.destination =
    name !== undefined && picture
      ? collect((text) => {
          if (name === 'wzDescription') picture.alt = text
          else setShapeProperty(picture.shape, name, text)
        })
      : nothing
}
