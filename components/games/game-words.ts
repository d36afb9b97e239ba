import type { RadioOption } from '@/components/ui/choice'
import type { GameCard, GameRecommendation, GameView } from '@/server/contract/games'
import { BUILT_IN_AGENT } from '@/server/words/by-ai'
import {
  canEvaluate,
  type Evaluator,
  GAME_ENDING_WORDS,
  GAME_PHASE_WORDS,
  type GameDecisionKind,
} from '@/server/words/games'

/** Of a probability as people read it: one decimal, for the first bits of a rare event lie there. */
const PERCENT_DIGITS = 1
/** As the papers print rewards. */
const REWARD_DIGITS = 3

/** What is recommended, in a few words: “40 %”, or “Rice (3), not beans (−1)”. */
export function recommendedInWords(
  recommended: GameRecommendation,
  { options }: Pick<GameView, 'options'>,
): string {
  if (recommended.kind === 'belief')
    return `${trimmed(recommended.probability * 100, PERCENT_DIGITS)} % likely`
  const most = Math.max(...recommended.utilities)
  const best = options.filter((_, place) => recommended.utilities[place] === most)
  const all = options.map((option, place) => `${option} ${trimmed(recommended.utilities[place] ?? 0, 2)}`)
  return `${best.join(' or ')} (${all.join(', ')})`
}

const trimmed = (value: number, digits: number) => String(Number(value.toFixed(digits))).replace('-', '−')

/** A reward with its sign and unit: “+0.449 bits”. */
export function rewardInWords(reward: number, { decision }: Pick<GameView, 'decision'>): string {
  const amount = Math.abs(reward).toFixed(REWARD_DIGITS)
  const sign = reward > 0 ? '+' : reward < 0 ? '−' : ''
  return `${sign}${Number(amount) === 0 ? '0' : amount} ${decision === 'belief' ? 'bits' : 'points'}`
}

/** Who recommends where the model does: by name once it has, else what this market would ask. */
export function modelInWords(
  { judgedBy }: Pick<GameCard, 'judgedBy'>,
  { hasModel }: MarketModel,
  article: 'The' | 'the' = 'The',
): string {
  if (judgedBy !== '' && judgedBy !== BUILT_IN_AGENT) return judgedBy
  return judgedBy === '' && hasModel ? `${article} market’s model` : `${article} built-in agent`
}

/** Whether a language model is the market's, or the built-in agent alone. */
export type MarketModel = { hasModel: boolean }

/** Who may say what is recommended: the model cannot of a claim, where it is the built-in agent. */
export function evaluatorOptions(
  decision: GameDecisionKind,
  { hasModel }: MarketModel,
): RadioOption<Evaluator>[] {
  const canModel = canEvaluate('model', decision, { hasModel })
  return [
    { value: 'asker', label: 'You, by hand', hint: 'On this game’s page, after each turn and in its time.' },
    {
      value: 'model',
      label: modelInWords({ judgedBy: '' }, { hasModel }),
      hint: hasModel
        ? 'It reads all that was said, after each turn. Its calls count as yours.'
        : canModel
          ? 'This market has no model. The built-in agent goes by words alone: for trying out.'
          : 'Not for a claim: this market has no model, and the built-in agent gives no probability. It can judge a choice.',
      disabled: !canModel,
    },
  ]
}

/** How a game stands, in one sentence. */
export function standingInWords(game: GameView, market: MarketModel): string {
  if (game.ending !== null) return GAME_ENDING_WORDS[game.ending]
  if (game.phase === 'seating') return `${game.taken} of ${game.seats} seats are taken.`
  if (game.phase === 'moving') {
    const player = game.players.find(({ place }) => place === game.toMove)
    return `It is the turn of ${player ? playerName(player) : 'nobody'}.`
  }
  return game.evaluator === 'model'
    ? `${modelInWords(game, market)} reads what was said.`
    : game.isAsker
      ? 'You are to say what is recommended now.'
      : `${game.asker.name} says what is recommended now.`
}

export const playerName = ({ name, bot }: Pick<GameView['players'][number], 'name' | 'bot'>) =>
  bot ? `${bot.name}, a bot of ${name}` : name

export const phaseWord = ({ phase, ending }: Pick<GameView, 'phase' | 'ending'>) =>
  ending === 'called-off' ? 'Called off' : GAME_PHASE_WORDS[phase]
