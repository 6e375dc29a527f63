/** Checks that a language model is set up, and checks every model in the settings. */

import { allowedModels, isSetUp, notSetUp, vendorOf } from '../../../model/model/model-choice.ts'
import { type Check, concern, ok } from './check.ts'

const anyModel = 'ANTHROPIC_API_KEY=…, or OPENAI_BASE_URL=… with GLEANER_MODELS=openai/NAME'

export const modelCheck: Check = {
  name: 'model',
  async run({ config }) {
    const usable = allowedModels(config).filter((model) => isSetUp(vendorOf(model), config))
    if (usable.length === 0) return concern('none: prompt fails with model_not_configured', anyModel)
    const missing = config.GLEANER_MODELS.find((model) => !usable.includes(model))
    return missing === undefined
      ? ok(usable.join(', '))
      : concern(notSetUp(missing), 'set up its service, or remove the model from GLEANER_MODELS')
  },
}
