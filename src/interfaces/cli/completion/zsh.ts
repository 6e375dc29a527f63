/** The completion script for zsh: a file of `fpath` named `_gleaner`, or text to source. */

import { type Completed, type CompletedCall, type CompletedFlag, quoted } from './completion-tree.ts'

export function zshScript(tree: readonly CompletedCall[]): string {
  return `#compdef gleaner
# Completion of gleaner for zsh. Load it with: source <(gleaner completion zsh)
_gleaner() {
  if ((CURRENT == 2)); then
    local -a commands=(${described(tree)})
    _describe -t commands command commands
    return
  fi
  shift words
  ((CURRENT--))
  case "$words[1]" in
${tree.map(commandCase).join('\n')}
  esac
}
if [[ "$funcstack[1]" == _gleaner ]]; then _gleaner "$@"; else compdef _gleaner gleaner; fi
`
}

function commandCase(call: CompletedCall): string {
  const [name = ''] = call.path
  if (call.verbs.length === 0) return `    ${name}) ${argumentsOf(call)} ;;`
  return `    ${name})
      if ((CURRENT == 2)); then
        local -a verbs=(${described(call.verbs)})
        _describe -t verbs command verbs
        return
      fi
      shift words
      ((CURRENT--))
      case "$words[1]" in
${call.verbs.map((verb) => `        ${verb.path.at(-1)}) ${argumentsOf(verb)} ;;`).join('\n')}
      esac ;;`
}

function described(calls: readonly CompletedCall[]): string {
  return calls.map(({ path, about }) => quoted(`${path.at(-1)}:${about.replaceAll(':', ' -')}`)).join(' ')
}

function argumentsOf({ word, flags }: CompletedCall): string {
  const first = word === 'nothing' ? [] : [quoted(`1:${action(word)}`)]
  return ['_arguments -S', ...flags.map(flagSpec), ...first].join(' ')
}

function flagSpec({ name, about, value }: CompletedFlag): string {
  const meaning = `[${about.replace(/[[\]]/g, '').replaceAll(':', ' -')}]`
  return quoted(value === 'nothing' ? `${name}${meaning}` : `${name}=${meaning}:${action(value)}`)
}

/** The message of an argument, and what completes it. */
function action(of: Completed): string {
  if (typeof of !== 'string') return `value:(${of.join(' ')})`
  return { nothing: ' :', text: 'text: ', file: 'file:_files', folder: 'folder:_path_files -/' }[of]
}
