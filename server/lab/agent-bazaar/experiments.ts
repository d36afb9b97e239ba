import type { Experiment } from '../experiment'
import { crash, crashFirmsSee, crashPeople, crashShock, crashTies } from './experiments/crash'
import { lemonFlood, lemonMarket } from './experiments/lemon'
import { alignmentScore } from './experiments/score'
import { trainCrash, trainGuardian } from './experiments/training'
import {
  crashPeopleWithModel,
  crashShockWithModel,
  crashWithModel,
  lemonFloodWithModel,
  lemonWithModel,
} from './experiments/with-model'

/** One line for each experiment of this room. */
export const agentBazaarExperiments: readonly Experiment[] = [
  crash,
  crashTies,
  crashFirmsSee,
  crashPeople,
  crashShock,
  lemonMarket,
  lemonFlood,
  alignmentScore,
  trainCrash,
  trainGuardian,
  crashWithModel,
  crashPeopleWithModel,
  crashShockWithModel,
  lemonWithModel,
  lemonFloodWithModel,
]
