import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../../scripts/ensure-services.mjs'
import { outputs } from '../../../src/contract/scrape.ts'
import { createCommands } from '../../../src/interfaces/cli/commands.ts'
import { runCompletion } from '../../../src/interfaces/cli/completion-command.ts'
import { lacks } from '../../needs.ts'

const commands = createCommands()

async function completion(...argv: string[]) {
  let [out, err] = ['', '']
  const code = await runCompletion({ argv, out: (text) => (out += text), err: (text) => (err += text) }, commands)
  return { code, out, err }
}

/** What a shell offers at the end of a command line, where two folders and a file are. */
type Complete = (line: string) => string[]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-completion-'))
  mkdirSync(join(folder, 'backups'))
  mkdirSync(join(folder, 'with space'))
  writeFileSync(join(folder, 'file.txt'), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(program: string, ...args: string[]): string[] {
  const env = { PATH: process.env.PATH, HOME: folder, TERM: 'xterm', LC_ALL: 'C.UTF-8' }
  const text = execFileSync(program, args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  return text.split('\n').filter((line) => line !== '')
}

/** Calls the function as readline does, with the words that bash makes of the line. */
const inBash: Complete = (line) => {
  const words = line.split(/(?<==)|(?==)| /).map((word) => `'${word}'`)
  const call = `source ./bash.sh; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _gleaner`
  return run('bash', '--norc', '-c', `${call} 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`)
}

const inFish: Complete = (line) =>
  run('fish', '--no-config', '-c', `source ./fish.fish; complete --do-complete '${line}'`).map(
    (offer) => offer.split('\t')[0] ?? '',
  )

/**
 * An interactive zsh on a terminal of its own, whose builtin for matches writes them to a file too. It is ready once its editor reads: what
 * is typed before that is edited by the terminal.
 */
const zshProgram = `
  zmodload zsh/zpty
  zpty shell zsh -f -i
  zpty -w shell "cd $1; PROMPT=; autoload -Uz compinit; compinit -u -D; source ./zsh.zsh; source ./capture.zsh; bindkey '^I' complete-word; zle-line-init() { print -n RE''ADY }; zle -N zle-line-init"
  zpty -r -m shell seen '*READY*'
  zpty -n -w shell "$2"$'\\t\\C-Uprint DO''NE\\n'
  zpty -r -m shell seen '*DONE*'
  zpty -d shell`

const zshCapture = `
  print -n > matches
  compadd() {
    if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
    local -a __found
    builtin compadd -A __found "$@"
    print -rl -- $__found >> ${'$'}PWD/matches
    builtin compadd "$@"
  }`

const inZsh: Complete = (line) => {
  writeFileSync(join(folder, 'capture.zsh'), zshCapture)
  run('zsh', '-f', '-c', zshProgram, 'zsh', folder, line)
  return readFileSync(join(folder, 'matches'), 'utf8').split('\n')
}

describe.each([
  ['bash', inBash, 'bash.sh'],
  ['fish', inFish, 'fish.fish'],
  ['zsh', inZsh, 'zsh.zsh'],
] as const)('the completion of %s', (shell, complete, file) => {
  const isMissing = lacks(shell, findProgram(shell) !== null)
  const completeTest = it.skipIf(isMissing)
  beforeAll(async () => writeFileSync(join(folder, file), (await completion(shell)).out))

  completeTest('offers every command', () => {
    expect(complete('gleaner ')).toEqual(expect.arrayContaining(commands.map(({ name }) => name)))
  })

  completeTest('offers the values of a flag that has some', () => {
    expect(complete('gleaner scrape https://example.com/ --output ')).toEqual(expect.arrayContaining([...outputs]))
    expect(complete('gleaner google-ads desk --output j').join(' ')).toContain('json')
  })

  completeTest('offers the flags of the command', () => {
    const found = complete('gleaner scrape --').map((flag) => flag.replace(/=$/, ''))
    expect(found).toEqual(expect.arrayContaining(['--output', '--render-js', '--css-selector', '--json', '--help']))
    expect(found).not.toContain('--overlap')
  })

  completeTest('offers the commands of a command, and their flags', () => {
    const verbs = ['create', 'list', 'show', 'revoke', 'rotate', 'grant']
    expect(complete('gleaner keys ')).toEqual(expect.arrayContaining(verbs))
    const flags = complete('gleaner keys rotate --').map((flag) => flag.replace(/=$/, ''))
    expect(flags).toContain('--overlap')
    expect(flags).not.toContain('--credits')
  })

  completeTest('offers the shells, and files and folders only where one is meant', () => {
    expect(complete('gleaner completion ')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']))
    const folders = complete('gleaner store backup b').join(' ')
    expect(folders).toContain('backups')
    expect(complete('gleaner store backup f').join(' ')).not.toContain('file.txt')
    expect(complete('gleaner scrape f').join(' ')).not.toContain('file.txt')
    expect(complete('gleaner scrape --input f').join(' ')).toContain('file.txt')
    expect(complete('gleaner scrape --html f').join(' ')).toContain('file.txt')
    expect(complete('gleaner scrape --output-dir b').join(' ')).toContain('backups')
    expect(complete('gleaner scrape --output-dir f').join(' ')).not.toContain('file.txt')
    expect(complete('gleaner scrape https://example.com/ --prompt f').join(' ')).not.toContain('file.txt')
  })
})

describe('the completion of bash', () => {
  const bashTest = it.skipIf(lacks('bash', findProgram('bash') !== null))

  bashTest('takes --flag=value apart, and offers no flag twice', () => {
    expect(inBash('gleaner scrape --output=ma')).toEqual(['markdown'])
    expect(inBash('gleaner scrape https://example.com/ --json --js')).toEqual(['--json-schema'])
  })

  bashTest('keeps a folder whose name has a space in one piece', () => {
    expect(inBash('gleaner store backup w')).toEqual(['with space'])
  })
})

describe('gleaner completion', () => {
  it.each([
    [['fihs'], 'There is no script for fihs; did you mean fish?'],
    [[], 'Which shell?'],
    [['bash', 'zsh'], 'There is no script for bash zsh'],
  ])('refuses %j', async (argv, words) => {
    expect(await completion(...argv)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(words) })
  })
})
