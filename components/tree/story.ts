/** What an answer adds to the picture of its tree, in words. */
export type TreeStory = {
  /** What came of the question: the last state of its root. Null until it is answered. */
  outcome: string | null
  /** By offer: how a purchase moved the recommendation, "gas → heat pump". A purchase that did not move it is not in it. */
  changes: ReadonlyMap<string, string>
}
