import { expect, it } from 'vitest'
import { readEnv } from '../../env'
import { llmsText, serverCard, serverJson } from './describe'

const deps = { env: readEnv({ APP_URL: 'https://market.example.org' }) }

it('describes the door before anybody connects, for clients and for the registry', () => {
  for (const described of [serverCard(deps), serverJson(deps)]) {
    expect(described).toMatchObject({
      name: 'org.example.market/caveat',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      remotes: [{ type: 'streamable-http', url: 'https://market.example.org/mcp' }],
    })
    expect(described.$schema).toMatch(/^https:\/\/static\.modelcontextprotocol\.io\/schemas\//)
    // The registry takes no longer one.
    expect(described.description.length).toBeLessThanOrEqual(100)
  }
})

it('tells models where the doors are, by whole addresses', () => {
  const text = llmsText(deps)
  expect(text).toMatch(/^# Caveat\n\n> /)
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, href = '']) => href)
  expect(links.length).toBeGreaterThan(5)
  for (const href of links) expect(href).toMatch(/^https:\/\/market\.example\.org\//)
})
