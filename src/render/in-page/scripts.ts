/** Assembles the source text that is sent to pages. */

import { callExpression, type Sendable, toSource } from './expression.ts'
import { isClippedAway } from './isolated-world/clipping.ts'
import { findCovered } from './isolated-world/covering.ts'
import { createElementKinds } from './isolated-world/element-kinds.ts'
import { createClickTest, createElementStates, isFadingIn } from './isolated-world/element-state.ts'
import { findHiddenText } from './isolated-world/find-hidden-text.ts'
import { finishAnimations } from './isolated-world/finish-animations.ts'
import { flattenDocument } from './isolated-world/flatten-document.ts'
import { frameBodyOf } from './isolated-world/frame-body.ts'
import { hideConsentLayers } from './isolated-world/hide-consent-layers.ts'
import { type HiddenTextSearch, type IsolatedWorld, installIsolatedWorld } from './isolated-world/install.ts'
import { judgeVisibility, walkTree } from './isolated-world/judge-visibility.ts'
import { createLegibilityTest } from './isolated-world/legibility.ts'
import { createFrameList } from './isolated-world/list-frames.ts'
import { searchMatch } from './isolated-world/match-search.ts'
import { createColourReader } from './isolated-world/read-colour.ts'
import { saysLoading } from './isolated-world/says-loading.ts'
import { separateDisplayedWords } from './isolated-world/separate-displayed-words.ts'
import { showDeferred } from './isolated-world/show-deferred.ts'
import { createVisibilityTally } from './isolated-world/visibility-tally.ts'
import { watchChanges } from './isolated-world/watch-changes.ts'
import { installMainWorld } from './main-world/install.ts'
import { moveClock } from './main-world/move-clock.ts'
import { offersUdp } from './main-world/offers-udp.ts'
import { openShadowRoots } from './main-world/open-shadow-roots.ts'
import { paceFrames } from './main-world/pace-frames.ts'
import { wrapFunction } from './main-world/wrap-function.ts'
import type { PageExpression, PageScripts } from './page-api.ts'
import { measureShown } from './screenshot/measure-shown.ts'
import { passThrough } from './screenshot/pass-through.ts'
import { stageScreenshot } from './screenshot/stage-screenshot.ts'

const peersLimitMs = 3000

const isolatedWorldParts = {
  ...{ watchChanges, finishAnimations, saysLoading },
  ...{ hideConsentLayers, frameBodyOf, separateDisplayedWords, flattenDocument, createFrameList },
}
const mainWorldParts = { wrapFunction, moveClock, paceFrames, openShadowRoots }
const hiddenTextSearch = {
  findHiddenText,
  parts: {
    ...{ judgeVisibility, showDeferred, findCovered, walkTree, createElementKinds, createVisibilityTally },
    ...{ createColourReader, createElementStates, createLegibilityTest, isClippedAway, isFadingIn, createClickTest },
  },
} satisfies HiddenTextSearch

function callWorld<Name extends keyof IsolatedWorld>(
  name: Name,
  ...args: Parameters<IsolatedWorld[Name]>
): PageExpression<ReturnType<IsolatedWorld[Name]>> {
  const values: readonly Sendable[] = args
  return `gleaner.${name}(${values.map(toSource).join(', ')})`
}

export const scripts: PageScripts = {
  isolatedWorld: callExpression(installIsolatedWorld, isolatedWorldParts),
  mainWorld: callExpression(installMainWorld, mainWorldParts),
  offersUdp: callExpression(offersUdp, peersLimitMs),
  measureActivity: callWorld('measureActivity'),
  scrollToEnd: callWorld('scrollToEnd'),
  nextFrame: callWorld('nextFrame'),
  search: (selector) => callWorld('search', selector, searchMatch),
  listFrames: callWorld('listFrames'),
  frameAt: (number) => callWorld('frameAt', number),
  stageScreenshot: (stage) => callExpression(stageScreenshot, stage, { hideConsentLayers, measureShown }),
  passThrough: (maxHeight) => callExpression(passThrough, maxHeight),
  readDocument: ({ maxChars, mark, frames }) => callWorld('readDocument', maxChars, mark, frames, hiddenTextSearch),
}
