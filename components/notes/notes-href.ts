/** The notes on a claim; those of all claims that wait, where none is named. */
export const notesHref = (questionId?: string) =>
  questionId === undefined ? '/notes' : `/notes?question=${encodeURIComponent(questionId)}`

/** Where it is said how it is counted which notes are shown. */
export const NOTES_FORMULA_ID = 'how-it-is-counted'
export const NOTES_FORMULA_HREF = `/notes#${NOTES_FORMULA_ID}`
