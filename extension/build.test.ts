import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildExtension } from './build'
import { BROWSERS, type Browser } from './manifest'

let into: string
let folders: Awaited<ReturnType<typeof buildExtension>>['folders']
let zips: typeof folders
beforeAll(async () => {
  into = mkdtempSync(path.join(tmpdir(), 'caveat-extension-'))
  ;({ folders, zips } = await buildExtension({ into, market: 'https://market.example/' }))
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

/** Keys that the documentation of each has for Manifest V3 (developer.chrome.com, developer.mozilla.org); stores warn of others. */
const BOTH =
  'manifest_version name version description icons action permissions optional_host_permissions content_security_policy background'
const KEYS: Record<Browser, string[]> = {
  chromium: `${BOTH} minimum_chrome_version side_panel`.split(' '),
  firefox: `${BOTH} sidebar_action browser_specific_settings`.split(' '),
}
const PERMISSIONS: Record<Browser, string[]> = {
  chromium: ['activeTab', 'contextMenus', 'scripting', 'storage', 'sidePanel'],
  // `menus` is its own name for what it takes as `contextMenus` too; a sidebar needs none.
  firefox: ['activeTab', 'contextMenus', 'scripting', 'storage'],
}

describe.each(BROWSERS)('the manifest for %s', (browser) => {
  it('has keys and values that are documented, and names files that are there', () => {
    const manifest = JSON.parse(read(folders[browser], 'manifest.json'))
    expect(KEYS[browser]).toEqual(expect.arrayContaining(Object.keys(manifest)))
    expect(manifest.permissions.toSorted()).toEqual(PERMISSIONS[browser].toSorted())
    // As stores have them.
    expect(manifest.name.length).toBeLessThanOrEqual(45)
    expect(manifest.description.length).toBeLessThanOrEqual(132)
    expect(manifest.version).toMatch(/^(?:0|[1-9]\d{0,4})(?:\.(?:0|[1-9]\d{0,4})){0,3}$/)
    for (const pattern of manifest.optional_host_permissions)
      expect(pattern).toMatch(/^(?:https?|\*):\/\/(?:\*|(?:\*\.)?[^/*]+)\/.*$/)
    const { background, action, icons, side_panel, sidebar_action } = manifest
    expect(Object.keys(background)).toEqual(browser === 'chromium' ? ['service_worker'] : ['scripts'])
    const named = [
      ...Object.values<string>({ ...icons, ...action.default_icon, ...sidebar_action?.default_icon }),
      ...[background.service_worker ?? background.scripts].flat(),
      side_panel?.default_path ?? sidebar_action?.default_panel,
    ]
    expect(readdirSync(folders[browser])).toEqual(expect.arrayContaining(named))
    if (browser === 'firefox') {
      const { id, strict_min_version } = manifest.browser_specific_settings.gecko
      expect(id).toMatch(/^[\w.+-]{1,40}@[\w.-]{1,40}$/)
      expect(strict_min_version).toMatch(/^\d+(?:\.\d+){1,3}$/)
    } else expect(manifest.minimum_chrome_version).toMatch(/^\d+$/)
  })

  it('stands with all its files in an archive, whose bytes are the same whenever it is built', async () => {
    const archive = readFileSync(zips[browser])
    expect(path.basename(zips[browser])).toMatch(/^caveat-\d+\.\d+\.\d+-(?:chromium|firefox)\.zip$/)
    const files = unzipped(archive)
    expect([...files.keys()]).toEqual(readdirSync(folders[browser]).toSorted())
    for (const [name, bytes] of files)
      expect(bytes.equals(readFileSync(path.join(folders[browser], name))), name).toBe(true)
    const again = await buildExtension({ into: path.join(into, 'again'), market: 'https://market.example/' })
    expect(readFileSync(again.zips[browser]).equals(archive)).toBe(true)
  })
})

/** Reads an archive as unpackers do: from its end, by the directory there. */
function unzipped(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22
  expect(archive.readUInt32LE(end)).toBe(0x06054b50)
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  expect(at + archive.readUInt32LE(end + 12)).toBe(end)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50)
    const [crc, packed, size] = [16, 20, 24].map((place) => archive.readUInt32LE(at + place))
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const entry = archive.readUInt32LE(at + 42)
    expect(archive.readUInt32LE(entry)).toBe(0x04034b50)
    expect(archive.toString('utf8', entry + 30, entry + 30 + nameLength)).toBe(name)
    const from = entry + 30 + nameLength + archive.readUInt16LE(entry + 28)
    const bytes = inflateRawSync(archive.subarray(from, from + (packed ?? 0)))
    expect([crc32(bytes), bytes.length]).toEqual([crc, size])
    files.set(name, bytes)
    at += 46 + nameLength
  }
  return files
}

it('keeps what stands in every page small', () => {
  expect(read(folders.chromium, 'content.js').length).toBeLessThan(20_000)
})
