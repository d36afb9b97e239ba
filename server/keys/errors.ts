import path from 'node:path'

/** The market has sealed texts, and its keys are not where they were. The message says what to do. */
export class KeysMissingError extends Error {
  override readonly name = 'KeysMissingError'

  constructor(file: string) {
    super(
      [
        `This market has sealed texts, and its keys are not in ${path.resolve(file)}.`,
        'Put that file back: each backup has one (see docs/operations.md). Or give the keys as SEAL_KEYS and AUTH_SECRET.',
        'No new keys were made: what the old ones sealed could not be read again.',
      ].join('\n'),
    )
  }
}

/** The keys are not those that the market's texts were sealed with. The message says which, and what to do. */
export class WrongKeysError extends Error {
  override readonly name = 'WrongKeysError'

  constructor(keyId: string, why: 'missing' | 'other') {
    const what =
      why === 'missing'
        ? `Texts of this market are sealed under the key "${keyId}", which is not among the keys given.`
        : `The key "${keyId}" has the right name and is another key: it does not open what is sealed under it.`
    super(
      [
        what,
        'Give the keys of this market, in keys.json or SEAL_KEYS; a new one goes in front of the others (npm run keys -- help).',
        'Nothing was changed. Starting with these keys would make texts that were paid for unreadable.',
      ].join('\n'),
    )
  }
}
