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

/** What a disk refuses, by the code of the system's error. */
const DISK_WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'No room is left on the disk',
  EDQUOT: 'No room is left for this account on the disk',
  EROFS: 'The disk can only be read',
  EACCES: 'This account may not write or read there',
  EPERM: 'This account may not write or read there',
}

/** What to print of an error that ended a command: a sentence where whoever started it can mend it, else all of it. */
export function printedOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (MENDABLE.some((kind) => error instanceof kind)) return error.message
  const { code, path } = error as NodeJS.ErrnoException
  const words = DISK_WORDS[code ?? '']
  return words === undefined
    ? error
    : `${words}${path ? `: ${path}` : ''}. Make room, or name another folder.`
}

/** Runs a command and ends the process with the exit code it returns; 1 when it throws. */
export function runCommand(command: () => Promise<number>): void {
  command().then(
    (code) => {
      process.exitCode = code
    },
    (error: unknown) => {
      console.error(printedOf(error))
      process.exitCode = 1
    },
  )
}
