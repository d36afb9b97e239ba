import { stemmer } from 'stemmer'

/** Porter's rules are for English words: numbers, codes and words of other alphabets stay as they are. */
const ENGLISH = /^[a-z]+$/

/** The stem of a lower-case word without marks ("connections", "connected" → "connect"), after Porter. */
export function stemOf(word: string): string {
  return ENGLISH.test(word) ? stemmer(word) : word
}
