import { describe, expect, it } from 'vitest'
import { BadArgumentError, commandFrom } from './arguments'

describe('the command', () => {
  it('helps whoever says nothing', () => {
    expect(commandFrom([])).toEqual({ type: 'help' })
  })

  it.each([
    [['no-such'], /There is no experiment “no-such”\. There are: /],
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
    [['reproduce', '--only', 'Z9'], /there is no row “Z9”\. There are: /],
  ])('%j gets a sentence that names the argument and what is legal', (argv, words) => {
    expect(() => commandFrom(argv)).toThrow(BadArgumentError)
    expect(() => commandFrom(argv)).toThrow(words)
  })

  it('takes seeds, several values of a parameter, and a folder', () => {
    const argv = [
      'inspection-depth',
      '--seeds',
      '1-3',
      '--set',
      'levels=1,2',
      '--out',
      'x',
      '--threads',
      '2',
      '--log',
    ]
    expect(commandFrom(argv)).toMatchObject({
      type: 'run',
      seeds: [1, 2, 3],
      set: { levels: [1, 2] },
      out: 'x',
      threads: 2,
      hasLog: true,
    })
  })
})
