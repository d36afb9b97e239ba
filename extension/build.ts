import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { BROWSERS, type Browser, manifestOf } from '@/extension/manifest'
import { zipOf } from '@/extension/zip'
import packageJson from '../package.json' with { type: 'json' }

const HERE = import.meta.dirname
const SCRIPTS = ['background', 'content', 'panel']
const FILES = ['panel.html', 'panel.css', 'marks.css', 'icon-48.png', 'icon-128.png']
/** Where `npm start` serves the market. */
const USUAL_MARKET = 'http://localhost:3000'
/** Of the years that both manifests ask for. */
const TARGET = 'es2022'

export type BuildOptions = {
  /** Where it is written, a folder for each family of browsers. */
  into?: string
  /** The market that it asks until its reader sets another. */
  market?: string
  /** Match patterns of sites that it is on for from the beginning. */
  sites?: readonly string[]
}

/** Writes the extension as folders that browsers load unpacked, and as archives that stores take. Returns both by browser. */
export async function buildExtension({
  into = path.join(HERE, 'build'),
  market = USUAL_MARKET,
  sites = [],
}: BuildOptions = {}): Promise<{ folders: Record<Browser, string>; zips: Record<Browser, string> }> {
  const { outputFiles } = await build({
    entryPoints: SCRIPTS.map((name) => path.join(HERE, `${name}.ts`)),
    outdir: '/',
    tsconfig: path.join(HERE, '../tsconfig.json'),
    define: { DEFAULT_MARKET: JSON.stringify(new URL(market).origin) },
    bundle: true,
    // Stores read what they pass on.
    minify: false,
    format: 'iife',
    target: TARGET,
    write: false,
  })
  const folders = { chromium: path.join(into, 'chromium'), firefox: path.join(into, 'firefox') }
  const zipFor = (browser: Browser) => path.join(into, `caveat-${packageJson.version}-${browser}.zip`)
  const zips = { chromium: zipFor('chromium'), firefox: zipFor('firefox') }
  for (const browser of BROWSERS) {
    const folder = folders[browser]
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    for (const file of outputFiles)
      await writeFile(path.join(folder, path.basename(file.path)), file.contents)
    for (const file of FILES) await copyFile(path.join(HERE, file), path.join(folder, file))
    const manifest = manifestOf(browser, { version: packageJson.version, sites })
    await writeFile(path.join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    await writeFile(zips[browser], zipOf(await filesIn(folder)))
  }
  return { folders, zips }
}

async function filesIn(folder: string): Promise<Map<string, Uint8Array>> {
  const names = await readdir(folder)
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))] as const)),
  )
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      into: { type: 'string' },
      market: { type: 'string' },
      site: { type: 'string', multiple: true },
    },
  })
  const { site: sites, ...rest } = values
  const built = await buildExtension({ ...rest, ...(sites ? { sites } : {}) })
  for (const written of [built.folders, built.zips].flatMap((all) => Object.values(all)))
    process.stdout.write(`${written}\n`)
}
