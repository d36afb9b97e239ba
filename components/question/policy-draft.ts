import * as z from 'zod'
import { type AskInput, askPolicySchema } from '@/server/contract/market'

/** How a question is inspected, as `server/protocol/policy.ts` defines it; reached through the contract. */
export type Policy = AskInput['policy']

const fields = askPolicySchema.shape
export const DEFAULT_POLICY: Policy = askPolicySchema.parse({})

export type PolicyChoice = 'protocol' | 'inspector' | 'strategy' | 'appraisal' | 'onFailure'
export type PolicyNumber = Exclude<
  keyof Policy,
  PolicyChoice | 'model' | 'opinions' | 'peopleWaitSeconds' | 'buyAtOnce' | 'showsRecords'
>

type Words = { label: string; sentence: string }

/** Each choice in one plain sentence. */
export const POLICY_CHOICES: {
  [Name in PolicyChoice]: { label: string; options: Record<Policy[Name], Words> }
} = {
  protocol: {
    label: 'How far it may ask back',
    options: {
      recursive: {
        label: 'Recursive',
        sentence:
          'It may ask the market back, and everything bought, however deep, counts in every decision above it.',
      },
      successive: {
        label: 'Successive',
        sentence: 'It may ask back, but each level sees only what the next level down bought.',
      },
      single: { label: 'Single', sentence: 'It reads the offers once and asks nothing back.' },
    },
  },
  inspector: {
    label: 'Who reads the offers',
    options: {
      site: {
        label: 'This market’s agent',
        sentence: 'The language model of this market, or the built-in agent where there is none.',
      },
      'built-in': {
        label: 'The built-in agent',
        sentence: 'A fixed program without a language model: quick, free and the same every time.',
      },
    },
  },
  strategy: {
    label: 'How it thinks',
    options: {
      direct: { label: 'Directly', sentence: 'It reads and gives its verdict.' },
      'chain-of-thought': {
        label: 'Step by step',
        sentence: 'It reasons before the verdict: slower, more careful.',
      },
      debate: {
        label: 'In a debate',
        sentence: 'It argues for and against buying before the verdict: the slowest.',
      },
    },
  },
  appraisal: {
    label: 'How offers are read',
    options: {
      joint: { label: 'Together', sentence: 'All offers in one reading, so that they can be compared.' },
      isolated: {
        label: 'One by one',
        sentence:
          'Each offer in a reading of its own, so that none can argue with another. Sub-questions then know what they check by its teaser alone: less than equation 8 of the paper lets them know.',
      },
    },
  },
  onFailure: {
    label: 'If the model fails',
    options: {
      pause: {
        label: 'Wait',
        sentence: 'The reading pauses, says why, and waits for your word or for the model to come back.',
      },
      'built-in': {
        label: 'The built-in agent goes on',
        sentence: 'After a few tries the built-in agent finishes it by words alone.',
      },
    },
  },
}

/** Each number in one plain sentence; the bounds are the contract's own. */
export const POLICY_NUMBERS: Record<PolicyNumber, Words & { unit: string }> = {
  maxDepth: {
    label: 'Levels of sub-questions',
    sentence: 'How deep questions about questions may go; 0 asks nothing back.',
    unit: 'levels',
  },
  maxRounds: {
    label: 'Rounds',
    sentence: 'How often it may look again after its own questions were answered.',
    unit: 'rounds',
  },
  maxChildren: {
    label: 'Sub-questions each',
    sentence: 'How many questions of its own it may open about the offers of one question.',
    unit: 'questions',
  },
  followUpDepth: {
    label: 'Levels of follow-ups',
    sentence:
      'After a first answer from what was bought it asks on where that lacks something, and refines it. 0 asks nothing more.',
    unit: 'levels',
  },
  followUpShare: {
    label: 'Budget for follow-ups',
    sentence: 'The most that each question may give to its follow-ups together.',
    unit: '%',
  },
  checkShare: {
    label: 'Budget for checks',
    sentence: 'The most that each question may give to checks of its offers together; 100 sets no limit.',
    unit: '%',
  },
  maxSittings: {
    label: 'Sittings',
    sentence: 'How often it reads what has come; the last time is at the deadline. With 1 it answers once.',
    unit: 'sittings',
  },
  sittingGapSeconds: {
    label: 'Time between sittings',
    sentence:
      'After the first one; it doubles with every further one. With 0 each offer is read as it comes.',
    unit: 'seconds',
  },
  botWaitSeconds: {
    label: 'Wait for bots',
    sentence: 'How long a sub-question waits for the bots that were asked.',
    unit: 'seconds',
  },
  readMax: {
    label: 'Offers read at once',
    sentence: 'Of many offers, the most fitting this many are read.',
    unit: 'offers',
  },
  shortlistMax: {
    label: 'Shortlist',
    sentence: 'How many offers are considered by their teasers before the reading.',
    unit: 'offers',
  },
  opinionsAboveCredits: {
    label: 'Other opinions above',
    sentence: 'Others are asked when more than this would be spent on the offers of one question.',
    unit: 'credits',
  },
  tokenCap: {
    label: 'Limit of model use',
    sentence: 'When the whole tree has used this many tokens it decides with what it has.',
    unit: 'tokens',
  },
}

export const POLICY_NUMBER_ORDER = Object.keys(POLICY_NUMBERS) as PolicyNumber[]

/** How long sub-questions are left open for people, in seconds. */
export const PEOPLE_WAITS = [
  { value: '0', label: 'Bots only' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '259200', label: '3 days' },
  { value: '604800', label: '1 week' },
  { value: '2592000', label: '30 days' },
] as const

/** When an inspection pays for what it would buy while it still has questions of its own. */
export const BUYING = [
  {
    value: 'after-checks',
    label: 'When its questions are answered',
    sentence:
      'What it would buy it decides last, knowing the answers; nothing is paid for and checked at once.',
  },
  {
    value: 'at-once',
    label: 'At once',
    sentence: 'It pays for what it is sure of before it asks. That can only cost more.',
  },
] as const

/** Whether a model is shown how sellers' earlier sales held up; the built-in agent never is. */
export const RECORDS = [
  {
    value: 'shown',
    label: 'Shown beside each offer',
    sentence:
      'The model sees how earlier sales of each seller held up, which may decide what cannot be checked.',
  },
  {
    value: 'left-out',
    label: 'Left out',
    sentence: 'Each offer is judged by what it says alone, whoever wrote it.',
  },
] as const

/** How many minds read the offers where much would be spent. */
export const OPINIONS = [
  { value: '1', label: 'One', sentence: 'One model reads and decides.' },
  {
    value: '2',
    label: 'Two',
    sentence:
      'What both would buy is bought. Each reads in another order, and another model where there is one.',
  },
  {
    value: '3',
    label: 'Three',
    sentence:
      'What two of three would buy is bought. Each reads in another order, and other models where there are.',
  },
] as const

/** The policy as it is typed: numbers are text. */
export const policyDraftSchema = z.object({
  protocol: fields.protocol.unwrap(),
  inspector: fields.inspector.unwrap(),
  /** Empty for the market's usual one. */
  model: z.string(),
  strategy: fields.strategy.unwrap(),
  appraisal: fields.appraisal.unwrap(),
  onFailure: fields.onFailure.unwrap(),
  maxDepth: z.string(),
  maxRounds: z.string(),
  maxChildren: z.string(),
  followUpDepth: z.string(),
  followUpShare: z.string(),
  checkShare: z.string(),
  maxSittings: z.string(),
  sittingGapSeconds: z.string(),
  botWaitSeconds: z.string(),
  readMax: z.string(),
  shortlistMax: z.string(),
  tokenCap: z.string(),
  opinions: z.string(),
  opinionsAboveCredits: z.string(),
  peopleWaitSeconds: z.string(),
  buying: z.enum(['after-checks', 'at-once']),
  records: z.enum(['shown', 'left-out']),
})
export type PolicyDraft = z.infer<typeof policyDraftSchema>

/** What the site proposes. */
export const USUAL_POLICY: PolicyDraft = {
  protocol: DEFAULT_POLICY.protocol,
  inspector: DEFAULT_POLICY.inspector,
  model: DEFAULT_POLICY.model ?? '',
  strategy: DEFAULT_POLICY.strategy,
  appraisal: DEFAULT_POLICY.appraisal,
  onFailure: DEFAULT_POLICY.onFailure,
  maxDepth: String(DEFAULT_POLICY.maxDepth),
  maxRounds: String(DEFAULT_POLICY.maxRounds),
  maxChildren: String(DEFAULT_POLICY.maxChildren),
  followUpDepth: String(DEFAULT_POLICY.followUpDepth),
  followUpShare: String(DEFAULT_POLICY.followUpShare),
  checkShare: String(DEFAULT_POLICY.checkShare),
  maxSittings: String(DEFAULT_POLICY.maxSittings),
  sittingGapSeconds: String(DEFAULT_POLICY.sittingGapSeconds),
  botWaitSeconds: String(DEFAULT_POLICY.botWaitSeconds),
  readMax: String(DEFAULT_POLICY.readMax),
  shortlistMax: String(DEFAULT_POLICY.shortlistMax),
  tokenCap: String(DEFAULT_POLICY.tokenCap),
  opinions: String(DEFAULT_POLICY.opinions),
  opinionsAboveCredits: String(DEFAULT_POLICY.opinionsAboveCredits),
  peopleWaitSeconds: String(DEFAULT_POLICY.peopleWaitSeconds),
  buying: DEFAULT_POLICY.buyAtOnce ? 'at-once' : 'after-checks',
  records: DEFAULT_POLICY.showsRecords ? 'shown' : 'left-out',
}

/** Text turned to numbers, unjudged: NaN where it is none, which the contract refuses. */
export function policyInput(draft: PolicyDraft): Policy {
  const number = (text: string) => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN)
  return {
    protocol: draft.protocol,
    inspector: draft.inspector,
    model: draft.model === '' ? null : draft.model,
    strategy: draft.strategy,
    appraisal: draft.appraisal,
    onFailure: draft.onFailure,
    maxDepth: number(draft.maxDepth),
    maxRounds: number(draft.maxRounds),
    maxChildren: number(draft.maxChildren),
    followUpDepth: number(draft.followUpDepth),
    followUpShare: number(draft.followUpShare),
    checkShare: number(draft.checkShare),
    maxSittings: number(draft.maxSittings),
    sittingGapSeconds: number(draft.sittingGapSeconds),
    botWaitSeconds: number(draft.botWaitSeconds),
    readMax: number(draft.readMax),
    shortlistMax: number(draft.shortlistMax),
    tokenCap: number(draft.tokenCap),
    opinions: number(draft.opinions),
    opinionsAboveCredits: number(draft.opinionsAboveCredits),
    peopleWaitSeconds: number(draft.peopleWaitSeconds),
    buyAtOnce: draft.buying === 'at-once',
    showsRecords: draft.records === 'shown',
  }
}

/** The least and the most the contract allows. */
export function boundsOf(name: PolicyNumber): { min: number; max: number } {
  const { minValue, maxValue } = fields[name].unwrap()
  return { min: minValue ?? 0, max: maxValue ?? Number.MAX_SAFE_INTEGER }
}

/** What to say when a number of the policy will not do. */
export function policyMessage(name: string): string | undefined {
  const known = POLICY_NUMBER_ORDER.find((candidate) => candidate === name)
  if (!known) return undefined
  const { min, max } = boundsOf(known)
  return `Write a whole number from ${min} to ${max}.`
}

/** Numbers that mean nothing where the built-in agent reads, which writes no first answer. */
export const MODEL_NUMBERS: readonly PolicyNumber[] = ['followUpDepth', 'followUpShare']

/** Numbers that mean nothing to a question that is answered once. */
export const SITTING_NUMBERS: readonly PolicyNumber[] = ['maxSittings', 'sittingGapSeconds']

/** True when nothing differs from what the site proposes. */
export function isUsualPolicy(draft: PolicyDraft): boolean {
  return (Object.keys(USUAL_POLICY) as (keyof PolicyDraft)[]).every(
    (name) => USUAL_POLICY[name] === draft[name],
  )
}
