/** The completion script for fish. */

import { allCalls, type CompletedCall, type CompletedFlag, quoted } from './completion-tree.ts'

export function fishScript(tree: readonly CompletedCall[]): string {
  return `# Completion of gleaner for fish. Load it with: gleaner completion fish | source
# Whether these are the first words of the command line; with -n COUNT, and there are so many words in all.
function __gleaner_at
    argparse n/number= -- $argv
    set -l typed (commandline -opc)[2..-1]
    if set -q _flag_number; and test (count $typed) -ne $_flag_number
        return 1
    end
    for at in (seq (count $argv))
        test "$typed[$at]" = "$argv[$at]"; or return 1
    end
end
complete -c gleaner -f
${tree.map(({ path, about }) => line('__gleaner_at -n 0', `-a ${quoted(path.join(' '))} -d ${quoted(about)}`)).join('\n')}
${line('__gleaner_at -n 0', "-l version -d 'Print the version'")}
${allCalls(tree).flatMap(callLines).join('\n')}
`
}

function callLines({ path, word, flags, verbs }: CompletedCall): string[] {
  const [at, next] = [`__gleaner_at ${path.join(' ')}`, `__gleaner_at -n ${path.length} ${path.join(' ')}`]
  const own = verbs.map((verb) => line(next, `-a ${quoted(verb.path.at(-1) ?? '')} -d ${quoted(verb.about)}`))
  return [...own, ...wordLines(next, word), ...flags.map((flag) => line(at, flagText(flag)))]
}

function wordLines(condition: string, word: CompletedCall['word']): string[] {
  if (typeof word !== 'string') return [line(condition, `-a ${quoted(word.join(' '))}`)]
  if (word === 'folder') return [line(condition, "-a '(__fish_complete_directories)'")]
  return word === 'file' ? [line(condition, '-F')] : []
}

function flagText({ name, about, value }: CompletedFlag): string {
  const head = `-l ${name.slice(2)} -d ${quoted(about)}`
  if (typeof value !== 'string') return `${head} -x -a ${quoted(value.join(' '))}`
  if (value === 'folder') return `${head} -x -a '(__fish_complete_directories)'`
  return value === 'nothing' ? head : `${head} ${value === 'file' ? '-rF' : '-x'}`
}

function line(condition: string, rest: string): string {
  return `complete -c gleaner -n ${quoted(condition)} ${rest}`
}
