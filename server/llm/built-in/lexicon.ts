import { stem } from '@/server/shared/words'

/**
 * Words from which the built-in inspector reads a stance. A short, general list: it knows no subject matter, and what it
 * does not know counts as neutral. Strengths run from −3 (deadly) to 3.
 */

const STRENGTHS: Record<string, string> = {
  '-3': `toxic toxin poison poisonous venomous deadly lethal fatal dangerous kill kills scam fraud fraudulent catastrophic
    disaster disastrous explosive carcinogenic`,
  '-2': `harmful harm unsafe hazardous hazard worst fail fails failed failure failing broken unreliable avoid contaminated
    contamination defective defect recalled illegal insecure vulnerable vulnerability cancer disease sick illness rotten spoiled
    discontinued bankrupt corrupt useless ineffective injury injured damage damages damaging terrible awful crash crashes abandoned
    infected allergic malware cheated banned`,
  '-1': `unhealthy bad worse risk risky expensive costly slow slower weak weaker poor poorly problem problems issue issues
    outdated noisy difficult hard uncomfortable inferior limited lacks lacking delay delayed late overpriced bland dirty
    crowded inaccurate complaint complaints bug bugs declining decline drawback disadvantage lose loses loss bitter unpleasant`,
  '1': `good better well fine fast faster cheap cheaper affordable easy easier comfortable clean quiet popular tasty fresh
    useful helpful helps improve improves improved benefit benefits beneficial advantage save saves convenient stable growing strong
    stronger maintained supported suitable gain gains pleasant`,
  '2': `safe safer safest healthy healthier healthiest nutritious best effective reliable recommended recommend recommends proven
    efficient accurate secure durable robust excellent superior win wins winner outperform outperforms success successful edible
    harmless certified trustworthy ideal great works protects`,
}

/** Stem → strength of good or bad. */
export const POLARITY: ReadonlyMap<string, number> = new Map(
  Object.entries(STRENGTHS).flatMap(([strength, words]) =>
    words.split(/\s+/).map((word): [string, number] => [stem(word), Number(strength)]),
  ),
)

/** Turns the next good or bad word around, unless something stands between. */
export const NEGATIONS = new Set('not no never neither nor without none hardly cannot'.split(' '))

/** What takes a harm, or a benefit, away: "removes the toxin" is good, "destroys the benefit" is bad. */
export const REMOVALS = stems(
  `remove removes removed removing destroy destroys destroyed destroying eliminate eliminates eliminated neutralise neutralises
  neutralised neutralize neutralizes neutralized deactivate deactivates deactivated inactivate inactivates inactivated cure cures cured prevent prevents prevented fix fixes fixed resolve resolves resolved gone leach leaches leached
  disappear disappears disappeared vanish vanishes vanished reverse reverses reversed`,
)

/** Says that something is so. */
export const SUPPORTS = stems(
  `confirm confirms confirmed prove proves proved proven verify verifies verified true correct correctly accurate indeed show shows
  showed shown demonstrate demonstrates demonstrated find finds found evidence support supports supported measured document documents
  documented replicate replicates replicated corroborate corroborates corroborated agree agrees agreed establish established`,
)

/** Says that something is not so. */
export const REFUTES = stems(
  `false untrue debunk debunks debunked refute refutes refuted wrong incorrect hoax myth fake fabricated forged retract retracts
  retracted deny denies denied contradict contradicts contradicted disprove disproves disproved disproven mistaken invented
  unfounded baseless`,
)

/** Says that something, though perhaps so, means less than it seems. */
export const CORRECTIVES = stems(
  `misleading mislead misleads misled exaggerate exaggerates exaggerated overstate overstates overstated cherry confounded confounding
  confounder unrepresentative outlier outliers omits omitted omit omitting selective selectively anecdotal coincidence caveat
  outdated biased bias sponsored uncontrolled unreviewed`,
)

/** A clause that begins with one of these turns against what was said before it. */
export const TURNS = new Set('but however whereas nevertheless'.split(' '))

/** A sentence that begins with one of these goes on about the same thing. */
export const REFERS_BACK = new Set('it they this these those them both which'.split(' '))

/** Words that many texts share without having a subject in common. */
export const GENERIC = stems(
  `good best better buy use need get make way thing people person time know find year day say question answer one two first want
  think take give go come work help tell look new claim offer information info note notes true false really actually much many even
  still also well what's it's option choose choice should shall may might must let per cent percent today now`,
)

/** What offers say of themselves, and bare words of assent: they tell nothing of the subject. */
export const SALES_TALK = stems(
  `premium exclusive trusted guaranteed guarantee expert insider complete full detail details detailed inside everything read
  reading here below above please yes indeed sure certainly definitely absolutely confirmed verified hello thanks buy bought pay worth
  price cheap asked asker title text content topic subject regarding concerning matter`,
)

/** What a base rate is introduced with. */
export const BASE_RATE_WORDS =
  /\b(base rate|historically|typically|usually|on average|in general|prior|of such|of these|of all)\b/i

function stems(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/).map(stem))
}
