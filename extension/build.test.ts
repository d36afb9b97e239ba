import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildExtension } from './build'
import { BROWSERS } from './manifest'

let into: string
let folders: Awaited<ReturnType<typeof buildExtension>>
beforeAll(async () => {
  into = mkdtempSync(path.join(tmpdir(), 'caveat-extension-'))
  folders = await buildExtension({ into, market: 'https://market.example/' })
})
afterAll(() => rmSync(into, { recursive: true }))

const read = (folder: string, name: string) => readFileSync(path.join(folder, name), 'utf8')

describe.each(BROWSERS)('the extension for %s', (browser) => {
  it('may read no site until it is switched on there, and asks for nothing of what is browsed', () => {
    const manifest = JSON.parse(read(folders[browser], 'manifest.json'))
    expect(manifest.manifest_version).toBe(3)
    expect(manifest.host_permissions).toBeUndefined()
    expect(manifest.content_scripts).toBeUndefined()
    expect(manifest.optional_host_permissions).toEqual(['https://*/*', 'http://*/*'])
    const asked = ['activeTab', 'contextMenus', 'scripting', 'storage', 'sidePanel']
    expect(asked).toEqual(expect.arrayContaining(manifest.permissions))
  })

  it('runs nothing but its own files, and makes no markup of anybody’s text', () => {
    const manifest = JSON.parse(read(folders[browser], 'manifest.json'))
    expect(manifest.content_security_policy.extension_pages).toMatch(
      /^default-src 'none'; script-src 'self';/,
    )
    for (const script of readdirSync(folders[browser]).filter((name) => name.endsWith('.js')))
      expect(read(folders[browser], script), script).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|import\(/,
      )
    expect(read(folders[browser], 'panel.html')).not.toMatch(/<script(?! src="panel\.js")|\son\w+=|style=/)
    expect(read(folders[browser], 'background.js')).toContain('"https://market.example"')
  })
})

it('keeps what stands in every page small', () => {
  expect(read(folders.chromium, 'content.js').length).toBeLessThan(20_000)
})
