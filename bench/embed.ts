import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { writeEmbedScripts } from '@/server/cli/embed-scripts'
import type { Bench } from './lib/result'

/** The script as the build makes it, in a folder of its own. */
async function withScript<T>(use: (script: Buffer) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caveat-embed-'))
  try {
    await writeEmbedScripts(folder)
    return await use(await readFile(path.join(folder, 'embed.js')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const exactly = (name: string, unit: string, value: number) => ({
  name,
  unit,
  value,
  n: 1,
  low: value,
  high: value,
})

/** What a page of another site loads before anything is opened, gzipped. Goal at most 15 000. */
export const embedBytes: Bench = () =>
  withScript(async (script) => [exactly('embed_bytes', 'bytes', gzipSync(script).length)])

const PARAGRAPH = `<p>${'Somebody wrote this about a bridge. '.repeat(20)}</p>`
const ARTICLE = `<!doctype html><title>Article</title>${PARAGRAPH}<script src="/embed.js" data-caveat="badge" data-question="bc_1"></script>
${PARAGRAPH}<script src="/embed.js" data-caveat="thread"></script>${PARAGRAPH.repeat(3)}`
/** Longer than the frame takes to be drawn. */
const LOOK_MS = 500

/**
 * How far an article moves while a badge and a thread are put into it, as Chromium counts it (the sum of layout shifts). Goal 0. The frames'
 * own content comes late and is larger than they are.
 */
export const embedShift: Bench = () =>
  withScript(async (script) => {
    const server = createServer((request, response) => {
      const isScript = request.url === '/embed.js'
      const isFrame = request.url?.startsWith('/embed/') ?? false
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' })
      if (isFrame) setTimeout(() => response.end(PARAGRAPH.repeat(9)), LOOK_MS / 2)
      else response.end(isScript ? script : ARTICLE)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', chromium.executablePath()].find(
      (file) => file !== undefined && existsSync(file),
    )
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage({ viewport: { width: 900, height: 1_600 } })
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
        waitUntil: 'networkidle',
      })
      const shift = await page.evaluate(
        (milliseconds) =>
          new Promise<number>((resolve) => {
            let sum = 0
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries())
                sum += (entry as PerformanceEntry & { value: number }).value
            }).observe({ type: 'layout-shift', buffered: true })
            setTimeout(() => resolve(sum), milliseconds)
          }),
        LOOK_MS,
      )
      return [exactly('embed_shift', 'layout shift', shift)]
    } finally {
      await browser.close()
      server.close()
    }
  })
