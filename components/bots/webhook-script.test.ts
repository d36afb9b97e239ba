import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { SCRIPT_ADDRESS, withSecret } from '@/components/bots/webhook-script'

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8')

it('is the script of the docs, with the secret where it is known', () => {
  const script = read(`public${SCRIPT_ADDRESS}`)
  expect(/```js\n([\s\S]*?)```/.exec(read('docs/selling.md'))?.[1]).toBe(script)
  expect(withSecret(script, null)).toBe(script)
  expect(withSecret(script, 'whsec_abc')).toContain("new Webhook('whsec_abc')")
})
