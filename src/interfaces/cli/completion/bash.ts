/** The completion script for bash, 3.2 and newer; it needs no package. */

import { allCalls, type Completed, type CompletedCall } from './completion-tree.ts'

export function bashScript(tree: readonly CompletedCall[]): string {
  const calls = allCalls(tree)
  const withVerbs = tree.filter(({ verbs }) => verbs.length > 0)
  return `# Completion of gleaner for bash. Load it with: source <(gleaner completion bash)
_gleaner() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local call="\${COMP_WORDS[1]}" first=2 kind= words= flags= word
  COMPREPLY=()
  # bash takes --flag=value apart at the equals sign.
  if [[ $current == = ]]; then current=; elif [[ $previous == = ]]; then previous="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${words([...tree.map(({ path }) => path.join(' ')), '--version', '--help'])} -- "$current"))
    return
  fi
  case "$call" in
    ${withVerbs.map(({ path }) => path.join(' ')).join(' | ')})
      if ((COMP_CWORD > 2)); then call="$call \${COMP_WORDS[2]}" first=3; fi ;;
  esac
  case "$call" in
${calls.map(callCase).join('\n')}
  esac
  case "$call $previous" in
${valueCases(calls).join('\n')}
    *)
      if [[ $current == -* ]]; then
        kind=words
        for word in $flags; do
          case " \${COMP_WORDS[*]:1:COMP_CWORD-1} " in *" $word "*) ;; *) words="$words $word" ;; esac
        done
      elif ((COMP_CWORD > first)); then
        kind=
      fi ;;
  esac
  case "$kind" in
    words) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    file | folder)
      local IFS=$'\\n'
      compopt -o filenames 2>/dev/null
      if [[ $kind == file ]]; then COMPREPLY=($(compgen -f -- "$current")); else COMPREPLY=($(compgen -d -- "$current")); fi ;;
  esac
}
complete -F _gleaner gleaner
`
}

const words = (list: readonly string[]) => `'${list.join(' ')}'`

/** What the first word behind a call is, and its flags. */
function callCase({ path, word, flags, verbs }: CompletedCall): string {
  const first = verbs.length > 0 ? verbs.map((verb) => verb.path.at(-1) ?? '') : word
  return `    ${words(path)}) ${completion(first)} flags=${words(flags.map(({ name }) => name))} ;;`
}

/** What stands behind a flag that takes a value. */
function valueCases(calls: readonly CompletedCall[]): string[] {
  return calls.flatMap(({ path, flags }) =>
    flags
      .filter(({ value }) => value !== 'nothing')
      .map(({ name, value }) => `    '${path.join(' ')} ${name}') ${completion(value)} ;;`),
  )
}

function completion(of: Completed): string {
  if (typeof of !== 'string') return `kind=words words=${words(of)}`
  return of === 'file' || of === 'folder' ? `kind=${of}` : 'kind='
}
