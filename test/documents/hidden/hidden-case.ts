/** Describes documents that hide a sentence, and documents with a visible one that a naive rule would consider hidden. */

import { type DocumentKind, documentTypes } from '../../../src/page/document-types.ts'

export interface HiddenTextCase {
  /** Unique name that starts with the kind of document: `docx: white text`. */
  name: string
  kind: 'hidden' | 'visible'
  bytes(): Uint8Array
  mediaType: string
  /** A word that is invisible in the displayed document. */
  secret?: string
  /** Words that are visible. */
  shown: string[]
}

/** Builds a document from a plain sentence and a second one that is hidden or only looks hidden. */
type Build = (plain: string, other: string) => Uint8Array

/** Creates the cases for one kind of document. Except for one word, the sentences are the same in all cases. */
export function casesOf(document: DocumentKind) {
  const mediaType = documentTypes[document]
  const caseOf = (title: string, build: Build) => {
    const name = `${document}: ${title}`
    const [plain, other] = [wordOf(`${name}, plain`), wordOf(`${name}, other`)]
    const bytes = () => build(`The office in ${plain} opens at nine.`, `The next ferry to ${other} leaves at noon.`)
    return { name, mediaType, bytes, plain, other }
  }
  return {
    hidden(title: string, build: Build): HiddenTextCase {
      const { plain, other, ...rest } = caseOf(title, build)
      return { ...rest, kind: 'hidden', secret: other, shown: [plain] }
    },
    visible(title: string, build: Build): HiddenTextCase {
      const { plain, other, ...rest } = caseOf(title, build)
      return { ...rest, kind: 'visible', shown: [plain, other] }
    },
  }
}

/** Returns a made-up place name with eight letters, the same on every run. */
function wordOf(seed: string): string {
  let hash = 0x811c9dc5
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  const word = Array.from({ length: 4 }, () => {
    const consonant = consonants[hash % consonants.length]
    hash = Math.imul(hash ^ (hash >>> 13), 0x85ebca6b) >>> 0
    const vowel = vowels[hash % vowels.length]
    hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35) >>> 0
    return `${consonant}${vowel}`
  }).join('')
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const consonants = 'bdfgklmnprstvz'
const vowels = 'aeiou'
