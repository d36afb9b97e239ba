/**
 * What a run of the Information Bazaar can be told. Defaults are the main experiments' (template FUP-X of the published code);
 * source of each: lab, A.3 to A.7.
 */

/** What an agent that decides a tender may read of a quote before it pays. */
export type Inspection = 'content' | 'metadata'

/**
 * Where the published code does something else than its paper says, or than anybody would want. Each switch brings the
 * code's behaviour back.
 */
export type PaperCompat = {
  /** The sum of a verdict is not checked against the credit: agents overspend. */
  overspends: boolean
  /** A passage bought from one vendor is paid again when another vendor sells it. */
  paysTwice: boolean
  /** The k-th line of a verdict is taken for the k-th option, whatever its number says. */
  verdictByOrder: boolean
  /** A refined answer rests on its children's passages alone. */
  refinedSourcesOfChildrenOnly: boolean
  /** A vendor with several new tenders pools what stage 1 found for all of them. */
  poolsTenders: boolean
}

export const NO_COMPAT: PaperCompat = {
  overspends: false,
  paysTwice: false,
  verdictByOrder: false,
  refinedSourcesOfChildrenOnly: false,
  poolsTenders: false,
}
export const PAPER_COMPAT: PaperCompat = {
  overspends: true,
  paysTwice: true,
  verdictByOrder: true,
  refinedSourcesOfChildrenOnly: true,
  poolsTenders: true,
}

export type StageOne = {
  /** Stage 1 keeps at most this many. */
  topK: number
  /** Only scores above it are kept. */
  scoreAbove: number
  /** Words of three keywords, or of the question as it stands. */
  query: 'keywords' | 'question'
}

export type StageTwo = {
  topK: number
  scoreAbove: number
  /** Negative cosines count as 0; otherwise (cos + 1) / 2. */
  halfSphere: boolean
  /** Compare with an imagined answer instead of the question. */
  hyde: boolean
}

export type Retrieval = {
  stageOne: StageOne
  /** Null: quotes carry stage 1's scores (template BM25-HEURISTIC-X). */
  stageTwo: StageTwo | null
}

export type BazaarParameters = {
  retrieval: Retrieval
  inspection: Inspection
  /** N: with the reranker on and more quotes than this, those below the quantile are cut. */
  quotesMax: number
  /** M: options that the agent reads. */
  optionsMax: number
  /** Off, options are ranked by the vendors' own scores. */
  usesReranker: boolean
  /** Root = 0, so 2 is three levels. */
  queryDepthMax: number
  /** Follow-ups of one answer; the paper sets no limit. */
  followUpsMax: number
  /** Steps until the answer is due. */
  urgency: number
  /** Steps that quotes are gathered for. */
  gatheringSteps: number
  stepsMax: number
  /** How the market's protocol runs the inspection of one tender; `single` is the paper's. */
  protocol: 'single' | 'successive' | 'recursive'
  /** Levels of sub-questions that an inspection may put before it buys; only with the other two protocols. */
  inspectionDepthMax: number
  compat: PaperCompat
}

export const DEFAULT_PARAMETERS: BazaarParameters = {
  retrieval: {
    stageOne: { topK: 30, scoreAbove: 0.5, query: 'keywords' },
    stageTwo: { topK: 10, scoreAbove: 0.8, halfSphere: true, hyde: true },
  },
  inspection: 'content',
  quotesMax: 50,
  optionsMax: 3,
  usesReranker: true,
  queryDepthMax: 2,
  followUpsMax: Number.POSITIVE_INFINITY,
  urgency: 20,
  gatheringSteps: 2,
  stepsMax: 168,
  protocol: 'single',
  inspectionDepthMax: 2,
  compat: NO_COMPAT,
}
