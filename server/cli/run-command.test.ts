import { expect, test } from 'vitest'
import { BackupError } from '@/server/backup/errors'
import { printedOf } from './run-command'

test('a command that a disk refuses says so in a sentence, and a fault of ours as it is', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    path: 'backups/today',
  })
  expect(printedOf(full)).toBe(
    'No room is left on the disk: backups/today. Make room, or name another folder.',
  )
  expect(printedOf(new BackupError('It is there already.'))).toBe('It is there already.')
  const fault = new Error('a fault')
  expect(printedOf(fault)).toBe(fault)
})
