/** Does what the button of a warning or an error says. */

import { chooseOperation, focusField } from './form-state.ts'
import { openPanel } from './panels.ts'
import { readOn, send, sendWith } from './request-state.ts'
import type { NextStep } from './requests/remedies.ts'

type Doings = { [Does in NextStep['does']]: (step: Extract<NextStep, { does: Does }>) => void }

const doings: Doings = {
  set: ({ values }) => void sendWith(values),
  retry: () => void send(),
  'read on': () => void readOn(false),
  focus: ({ field }) => focusField(field),
  key: () => openPanel('key'),
  switch({ operation }) {
    chooseOperation(operation)
    void send()
  },
}

export function takeStep(step: NextStep): void {
  const take = doings[step.does] as (step: NextStep) => void
  take(step)
}
