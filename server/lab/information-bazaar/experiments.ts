import type { Experiment } from '../experiment'
import { budgetElo, budgetEloOfModel } from './experiments/budget-elo'
import { corpusRecall } from './experiments/corpus-recall'
import { equalSpend, equalSpendOfModel } from './experiments/equal-spend'
import { evaluatorAgreement } from './experiments/evaluator-agreement'
import { followUpDepth } from './experiments/follow-up-depth'
import { goldDemand, goldDemandOfModel } from './experiments/gold-demand'
import { heuristicsCompared } from './experiments/heuristics-compared'
import {
  inspectionAgainstMetadata,
  inspectionAgainstMetadataOfModel,
} from './experiments/inspection-against-metadata'
import { inspectionProtocols } from './experiments/inspection-protocols'
import { marketRules } from './experiments/market-rules'
import { agentsCompared, publishedMatrixElo } from './experiments/model-ranking'
import { positionalBias, positionalBiasOfModel } from './experiments/positional-bias'
import { rationalChoice, rationalChoiceOfModel } from './experiments/rational-choice'
import { willingnessOfModel } from './experiments/willingness-to-pay'

/** One line for each experiment of this room. */
export const informationBazaarExperiments: readonly Experiment[] = [
  rationalChoice,
  goldDemand,
  inspectionAgainstMetadata,
  positionalBias,
  budgetElo,
  equalSpend,
  publishedMatrixElo,
  followUpDepth,
  inspectionProtocols,
  heuristicsCompared,
  corpusRecall,
  marketRules,
  rationalChoiceOfModel,
  goldDemandOfModel,
  inspectionAgainstMetadataOfModel,
  positionalBiasOfModel,
  budgetEloOfModel,
  equalSpendOfModel,
  willingnessOfModel,
  agentsCompared,
  evaluatorAgreement,
]
