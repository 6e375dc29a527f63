export declare function publishedManifest(manifest: Record<string, unknown>): {
  name: string
  version: string
  description: string
  license: string
  keywords: string[]
  engines: { node: string }
} & Record<string, unknown>
export declare function stagePackage(folder: string): void
