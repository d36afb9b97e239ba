import { FolderTooBusyError } from '@/db/backup/copy-folder'
import { DumpToolError } from '@/db/backup/dump-server'
import { DataDirDamagedError } from '@/db/data-dir'
import { DataDirInUseError, DataDirUnusableError } from '@/db/lock-file'
import { BackupError } from '@/server/backup/errors'
import { BadSettingsError } from '@/server/env'
import { KeysMissingError, WrongKeysError } from '@/server/keys/errors'
import { MendError } from '@/server/verify/mend'

/** What whoever starts a command can mend: the sentence says how, and a stack would only hide it. */
const MENDABLE = [
  BackupError,
  BadSettingsError,
  DumpToolError,
  FolderTooBusyError,
  DataDirDamagedError,
  DataDirInUseError,
  DataDirUnusableError,
  KeysMissingError,
  MendError,
  WrongKeysError,
]

/** Runs a command and ends the process with the exit code it returns; 1 when it throws. */
export function runCommand(command: () => Promise<number>): void {
  command().then(
    (code) => {
      process.exitCode = code
    },
    (error: unknown) => {
      const isMendable = MENDABLE.some((kind) => error instanceof kind)
      console.error(isMendable && error instanceof Error ? error.message : error)
      process.exitCode = 1
    },
  )
}
