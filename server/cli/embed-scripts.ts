import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'

/** Scripts that run in pages of other sites and in frames there, by where they are served: one file each, without a bundler's own code. */
const SCRIPTS = { 'embed.js': 'host.ts', 'embed-frame.js': 'frame.ts' } as const

/** Browsers of the last few years; sites have older ones less often than older pages. */
const TARGET = 'es2020'

/** Writes them into `public/`, which is served as it is; an unchanged file is left alone. */
export async function writeEmbedScripts(folder = 'public'): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../..')
  for (const [name, source] of Object.entries(SCRIPTS)) {
    const { outputFiles } = await build({
      entryPoints: [path.join(root, 'components/embed', source)],
      tsconfig: path.join(root, 'tsconfig.json'),
      bundle: true,
      minify: true,
      format: 'iife',
      target: TARGET,
      write: false,
    })
    const script = outputFiles[0]?.text ?? ''
    const file = path.resolve(root, folder, name)
    if ((await readFile(file, 'utf8').catch(() => '')) !== script) await writeFile(file, script)
  }
}

if (process.argv[1] === import.meta.filename) await writeEmbedScripts()
