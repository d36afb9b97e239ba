import { searchTerms } from './terms'

/**
 * Words by which people ask, whatever the subject: of time and amount, of good and bad, of doing. A small shelf has few of them, so
 * there they weigh as much as its subjects, and "how often should I change …" met a page on cards that are often changed.
 */
const WORDS_OF_ASKING = new Set(
  searchTerms(
    `good better best bad easy hard right wrong safe different difference problem way thing kind part people person anyone someone
    need get make use keep put take give go come work help tell know learn find look try stop start change happen cause mean want
    time often long far early late soon fast faster quick quickly hour minute second day night week month year number amount much
    many first last next one two three new old every always usually actually really still enough`,
  ),
)

/** Whether a term names a subject, and not only how it is asked about. */
export function namesASubject(term: string): boolean {
  return !WORDS_OF_ASKING.has(term)
}
