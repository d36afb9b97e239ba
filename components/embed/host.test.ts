// @vitest-environment happy-dom
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeEmbedScripts } from '@/server/cli/embed-scripts'
import type { Embedded, EmbedOptions } from './host'
import { messageOf } from './options'

/** What a page of another site may load before anything is opened, gzipped. */
const SCRIPT_BYTES_MAX = 15_000

let folder: string
let script: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'caveat-embed-'))
  await writeEmbedScripts(folder)
  script = readFileSync(path.join(folder, 'embed.js'), 'utf8')
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

/** Runs the script as the line with these attributes. */
function run(data: Record<string, string>, into: Element = document.body): void {
  const line = document.createElement('script')
  Object.defineProperty(line, 'src', { value: 'https://market.example/embed.js' })
  Object.assign(line.dataset, data)
  into.append(line)
  vi.spyOn(Document.prototype, 'currentScript', 'get').mockReturnValue(line)
  new Function(script)()
}
const embed = (options: EmbedOptions) =>
  (window as unknown as { Caveat: { embed(options: EmbedOptions): Embedded } }).Caveat.embed(options)

describe('the line in a page of another site', () => {
  it('is small, and reads no cookie and no store', () => {
    expect(gzipSync(script).length).toBeLessThan(SCRIPT_BYTES_MAX)
    expect(script).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB|innerHTML|\beval\b/)
  })

  it('puts a sandboxed frame behind itself, with its room reserved by no markup', () => {
    run({ caveat: 'thread', theme: 'dark' })
    const frame = document.querySelector('script + iframe') as HTMLIFrameElement
    const src = new URL(frame.src)
    expect(src.origin + src.pathname).toBe('https://market.example/embed/thread')
    expect(src.searchParams.get('url')).toBe(location.href)
    expect(src.searchParams.get('host')).toBe(location.origin)
    expect(src.hash).toMatch(/^#\d+(-\d+){3}$/)
    expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-popups allow-popups-to-escape-sandbox')
    expect(frame.title).not.toBe('')
    expect(frame.style.height).toBe('420px')
  })

  it('puts nothing there without being told what, and says what a badge lacks', () => {
    run({})
    expect(document.querySelector('iframe')).toBeNull()
    const error = () => embed({ into: document.body, kind: 'badge' })
    expect(error).toThrow('a badge needs the id of a question')
    expect(() => embed({ into: '#nowhere' })).toThrow('no element')
  })

  it('finds itself whatever elements of the page are called', () => {
    Object.defineProperty(document, 'currentScript', {
      value: document.createElement('img'),
      configurable: true,
    })
    try {
      run({ caveat: 'thread' })
      expect(new URL(document.querySelector('iframe')?.src ?? '').origin).toBe('https://market.example')
    } finally {
      Reflect.deleteProperty(document, 'currentScript')
    }
  })

  it('takes an address beside its page, and says what it cannot show', () => {
    run({ caveat: 'thread', url: '/article' })
    const src = new URL(document.querySelector('iframe')?.src ?? '')
    expect(src.searchParams.get('url')).toBe(new URL('/article', location.href).href)
    for (const url of ['javascript:0', 'file:///etc/passwd', 'https://'])
      expect(() => run({ caveat: 'thread', url })).toThrow('the address of a page')
    expect(() => run({ caveat: 'thread' }, document.head)).toThrow('where the frame is to stand')
    expect(document.querySelectorAll('iframe')).toHaveLength(1)
  })

  it('hears its own frame, and nobody else', () => {
    run({})
    const onChange = vi.fn()
    const { frame, remove } = embed({ into: document.body, kind: 'card', question: 'bc_1', onChange })
    const token = new URL(frame.src).hash.slice(1)
    const state = { questions: 1, open: 0 }
    const say = (source: unknown, origin: string, data: unknown) => {
      const event = new MessageEvent('message', { data, origin })
      Object.defineProperty(event, 'source', { value: source })
      window.dispatchEvent(event)
    }
    say(frame.contentWindow, 'null', messageOf(token, state))
    expect(onChange).toHaveBeenCalledExactlyOnceWith(state)
    say({}, 'null', messageOf(token, state))
    say(frame.contentWindow, 'https://market.example', messageOf(token, state))
    say(frame.contentWindow, 'null', messageOf('1-2-3-4', state))
    remove()
    say(frame.contentWindow, 'null', messageOf(token, state))
    expect(onChange).toHaveBeenCalledOnce()
    expect(document.querySelector('iframe')).toBeNull()
  })
})
