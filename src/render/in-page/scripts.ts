/** Assembles the source text that is sent to pages: functions that call each other by name. Node has already removed their types. */

import * as activity from './activity.ts'
import * as elementState from './element-state.ts'
import * as flattening from './flatten-document.ts'
import * as hiddenText from './hidden-text.ts'
import { hideConsentLayers } from './hide-consent-layers.ts'
import { createIsolatedWorld, type IsolatedWorld, searchMatch } from './isolated-world.ts'
import * as judgement from './judge-visibility.ts'
import { createLegibilityTest, findCovered } from './legibility.ts'
import { installMainWorld, moveClock, offersUdp, openShadowRoots, paceFrames, wrapFunction } from './main-world.ts'
import type { PageExpression, PageScripts } from './page-api.ts'
import { createColourReader } from './read-colour.ts'
import { separateDisplayedWords } from './separate-displayed-words.ts'
import { measureShown, passThrough, stageScreenshot } from './stage-screenshot.ts'

type PageFunction = (...args: never[]) => unknown

const isolatedWorld: PageFunction[] = [
  ...[...Object.values(activity), ...Object.values(flattening)],
  ...[hideConsentLayers, separateDisplayedWords, searchMatch, createIsolatedWorld],
]
const search: PageFunction[] = [
  ...[...Object.values(hiddenText), ...Object.values(judgement), ...Object.values(elementState)],
  ...[createLegibilityTest, createColourReader, findCovered],
]

/** Returns a call to the last of the functions as source. Arguments that are functions must be among them. */
function callLast<Result>(functions: readonly PageFunction[], ...args: unknown[]): PageExpression<Result> {
  return withFunctions(functions, `${functions.at(-1)?.name}(${toSource(args)})`)
}

function withFunctions(functions: readonly PageFunction[], expression: string): string {
  return `(() => {\n${functions.join('\n')}\nreturn ${expression}\n})()`
}

function toSource(args: readonly unknown[]): string {
  return args.map((arg) => (typeof arg === 'function' ? arg.name : JSON.stringify(arg))).join(', ')
}

function callWorld<Name extends keyof IsolatedWorld>(
  name: Name,
  ...args: Parameters<IsolatedWorld[Name]>
): PageExpression<ReturnType<IsolatedWorld[Name]>> {
  return `gleaner.${name}(${toSource(args)})`
}

export const scripts: PageScripts = {
  isolatedWorld: `'gleaner' in globalThis || (globalThis.gleaner = ${callLast(isolatedWorld)})`,
  mainWorld: callLast([wrapFunction, moveClock, paceFrames, openShadowRoots, installMainWorld]),
  offersUdp: callLast([offersUdp]),
  measureActivity: callWorld('measureActivity'),
  scrollToEnd: callWorld('scrollToEnd'),
  nextFrame: callWorld('nextFrame'),
  search: (selector) => callWorld('search', selector),
  listFrames: callWorld('listFrames'),
  frameAt: (number) => callWorld('frameAt', number),
  stageScreenshot: (stage) => callLast([hideConsentLayers, measureShown, stageScreenshot], stage),
  passThrough: (maxHeight) => callLast([passThrough], maxHeight),
  readDocument: (options) => withFunctions(search, callWorld('readDocument', options, hiddenText.findHiddenText)),
}
