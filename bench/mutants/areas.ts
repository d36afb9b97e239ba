import type { Area } from './area'
import { INJECTION } from './injection'
import { LEDGER } from './ledger'
import { LIMITS } from './limits'
import { MATCHING } from './matching'
import { PROTOCOL } from './protocol'
import { SECRECY } from './secrecy'

/** All mutants, by the file they break. */
export const AREAS: readonly Area[] = [
  ...PROTOCOL,
  ...SECRECY,
  ...INJECTION,
  ...MATCHING,
  ...LIMITS,
  ...LEDGER,
]
