/** How what a program wrote is marked, by whatever door it leaves: no answer of this market is written by a person. */

/** The agent that is there without a model: it matches words and quotes, and writes no sentence of its own on the matter. */
export const BUILT_IN_AGENT = 'Built-in agent'

/** Whether an answer is made of extracts alone; the name as earlier versions wrote it too. */
export function isOfExtracts(writtenBy: string): boolean {
  return writtenBy.startsWith(BUILT_IN_AGENT) || writtenBy.startsWith('Built-in inspector')
}

/** Beside an answer; `sources`: how many purchases it cites. */
export function writtenByAi(writtenBy: string, sources = 1): string {
  return isOfExtracts(writtenBy) && sources > 0
    ? `Put together from extracts by AI, not written (${writtenBy})`
    : `Written by AI (${writtenBy})`
}

/**
 * For search engines and other readers of data: made by a program from what people and bots sold it. A term of IPTC's digital source types,
 * as schema.org names it.
 */
export const AI_SOURCE_TYPE = 'https://schema.org/TrainedAlgorithmicMediaDigitalSource'
