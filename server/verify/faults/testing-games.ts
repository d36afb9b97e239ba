import type { Fault } from './testing-fault'

const ended = `(select id from game where ending = 'passed' limit 1)`
const seating = `(select id from game where phase = 'seating' limit 1)`

export const GAME_FAULTS: readonly Fault[] = [
  [
    'games-hold-pot-and-stakes',
    'a stake that was never laid down',
    () => `delete from ledger_transfer where key = ${ended} || ':stake:1'`,
  ],
  [
    'games-hold-pot-and-stakes',
    'a reward that went to somebody else',
    ({ people }) =>
      `update ledger_transfer set to_account = 'user:${people.ann}' where key = ${ended} || ':reward:1'`,
  ],
  [
    'games-hold-pot-and-stakes',
    'a game that ended without paying',
    () =>
      `update game set phase = 'ended', ending = 'passed', due_at = null, ended_at = now() where id = ${seating}`,
  ],
  [
    'games-keep-their-turns',
    'a turn that is gone',
    () => `delete from game_turn where game_id = ${ended} and number = 1`,
  ],
  [
    'games-keep-their-turns',
    'a turn of somebody who was not to move',
    () => `update game_turn set place = 2 where game_id = ${ended} and number = 1`,
  ],
  [
    'games-keep-their-turns',
    'two seats less than it began with',
    () => `delete from game_seat where game_id = ${ended} and place = 1`,
  ],
  [
    'games-move-on',
    'a game that nobody ended',
    () => `update game set due_at = now() - interval '10 years' where id = ${seating}`,
  ],
]
