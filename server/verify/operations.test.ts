import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { AREAS } from './check'
import { CHECKS } from './checks/all'

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8')

/** The list of checks as it stands in the runbook. */
const runbook = AREAS.flatMap((area) => [
  `**${area}**`,
  '',
  '| check | always so | when not |',
  '| --- | --- | --- |',
  ...CHECKS.filter((check) => check.area === area).map(
    ({ id, sentence, todo, mend }) => `| \`${id}\` | ${sentence} | ${todo}${mend ? ' *(mend)*' : ''} |`,
  ),
  '',
]).join('\n')

describe('the list of checks', () => {
  it('names each once, and says of each what is so and what to do', () => {
    const ids = CHECKS.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const unclear = CHECKS.filter(
      ({ sentence, todo }) => !/^[A-Z].*\.$/.test(sentence) || !/^[A-Z].*\.$/.test(todo),
    )
    expect(unclear.map(({ id }) => id)).toEqual([])
  })

  it('is in the runbook, word for word', () => {
    const [, said = ''] = page.split('### Every check\n\n')
    expect(said.split('\n## ')[0]?.trim()).toBe(runbook.trim())
  })
})
