/** What an operator can mend; the message is a sentence that says how. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
