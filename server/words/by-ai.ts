/** How what a program wrote is marked, by whatever door it leaves: no answer of this market is written by a person. */

/** Beside an answer. */
export const writtenByAi = (writtenBy: string) => `Written by AI (${writtenBy})`

/**
 * For search engines and other readers of data: made by a program from what people and bots sold it. A term of IPTC's digital source types,
 * as schema.org names it.
 */
export const AI_SOURCE_TYPE = 'https://schema.org/TrainedAlgorithmicMediaDigitalSource'
