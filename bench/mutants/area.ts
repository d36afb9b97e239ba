/** A change of one line that breaks a promise: `from` stands exactly once in the file. */
export type Mutant = { promise: string; from: string; to: string }

/** Mutants of one file, and the tests that must fail for each of them. */
export type Area = {
  room: 'ledger' | 'protocol' | 'private' | 'injection' | 'leak-guard' | 'matching' | 'limits' | 'tree'
  file: string
  project: 'unit' | 'db'
  tests: readonly string[]
  mutants: readonly Mutant[]
}
