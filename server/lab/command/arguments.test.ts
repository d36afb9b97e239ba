import { describe, expect, it } from 'vitest'
import { BadArgumentError, commandFrom } from './arguments'

describe('the command', () => {
  it('helps whoever says nothing', () => {
    expect(commandFrom([])).toEqual({ type: 'help' })
    expect(commandFrom(['list', '--help'])).toEqual({ type: 'help' })
    expect(commandFrom(['crash', '--help'])).toMatchObject({ type: 'help', experiment: { name: 'crash' } })
  })

  it.each([
    [['no-such'], /There is no experiment “no-such”\. There are: /],
    [['constructor', '--out', 'x'], /There is no experiment “constructor”/],
    [['crash', '--set', `days=${'9'.repeat(5_000)}`], /^--set days: “9{40}…” is not legal; it must be/],
    [['crash', '--seeds', '1-60000,70000-140000'], /--seeds takes 100000 seeds at most/],
    [['crash', '--seeds', '1-100000'], /3600000 runs are too many; 1000000 are the most/],
    [['crash', '--seeds', '-1'], /^--seeds takes whole numbers from 0 to 4294967295, .* not “-1”\.$/],
    [['crash', '--seeds=-1'], /^--seeds takes whole numbers from 0 to 4294967295, .* not “-1”\.$/],
    [['crash', '--seeds', '--log'], /^--seeds takes whole numbers .* not “--log”\.$/],
    [['crash', '--seeds'], /^--seeds takes whole numbers .* not “”\.$/],
    [['list', '--threads', '-2'], /^--threads must be a whole number from 1 to 256\.$/],
    [['crash', '--set', '-1'], /^--set -1: crash takes name=value with one of /],
    [['crash', '--out', '--log'], /^--out must name a place, .* leave it out for the usual one\.$/],
    [['reproduce', '--only', '-1'], /^--only: there is no row “-1”\. There are: /],
    [['market-revaluation', '--data', '-1'], /^--data: there is no -1\.$/],
    [['market-revaluation', '--data'], /^--data must name a place that market-revaluation can read\.$/],
    [['list', 'more'], /“more” is one argument too many/],
    [['inspection-depth', '--seeds', '1,x'], /--seeds takes whole numbers .* not “x”/],
    [['inspection-depth', '--set', 'depth=1'], /takes name=value with one of levels, offers, /],
    [
      ['inspection-depth', '--set', 'levels=4'],
      /--set levels: “4” is not legal; it must be a whole number from 1 to 3/,
    ],
    [['oversight-game', '--set', 'conditions=none'], /one of all, single-parts, free, null-moves/],
    [['record', '--only', 'no-such'], /There is no experiment “no-such”/],
    [['record', '--only', 'crash-with-model'], /crash-with-model needs a model/],
    [['list', '--threads', '0'], /--threads must be a whole number from 1 to 256/],
    [['list', '--bogus'], /--bogus/],
    [['oversight-game', '--set', 'parts=2,3,2'], /--set parts: “2” comes twice/],
    [['crash', '--set', 'stabilizers=6'], /--set stabilizers: “6” is more than firms, which is 5/],
    [['crash', '--set', 'firms=3'], /“5” is more than firms, which is 3/],
    [['lemon-market', '--set', 'sybils=13'], /“13” is more than sellers, which is 12/],
    [['crash-shock', '--set', 'days=20'], /“25” is more than days, which is 20/],
    [['crash', '--data', 'package.json'], /--data: crash takes no data/],
    [['market-revaluation', '--data', 'no-such-file'], /--data: there is no no-such-file/],
    [['market-revaluation', '--data', 'docs'], /takes a file that “export” wrote, and docs is a folder/],
    [['corpus-recall', '--data', 'package.json'], /takes a folder of documents, and package.json is a file/],
    [['corpus-recall', '--data', 'docs'], /docs has no file that ends with \.json/],
    [['reproduce', '--seeds', '8'], /reproduce takes no --seeds; see --help/],
    [['crash', '--only', 'B6'], /crash takes no --only/],
    [['crash', '--out', ' '], /--out must name a place/],
    [['reproduce', '--only', 'Z9'], /there is no row “Z9”\. There are: /],
  ])('%j gets a sentence that names the argument and what is legal', (argv, words) => {
    expect(() => commandFrom(argv)).toThrow(BadArgumentError)
    expect(() => commandFrom(argv)).toThrow(words)
  })

  it('takes rows in small letters too, by their own names', () => {
    expect(commandFrom(['reproduce', '--only', 'b5, B-TIES,a12'])).toMatchObject({
      only: ['B5', 'B-ties', 'A12'],
    })
  })

  it('takes seeds, several values of a parameter, and a folder', () => {
    const argv = [
      'crash',
      '--seeds',
      '1-3',
      '--set',
      'stabilizers=1,2',
      '--out',
      'x',
      '--threads',
      '2',
      '--log',
    ]
    expect(commandFrom(argv)).toMatchObject({
      type: 'run',
      seeds: [1, 2, 3],
      set: { stabilizers: [1, 2] },
      out: 'x',
      threads: 2,
      hasLog: true,
    })
  })
})
