import type { Deps } from '../../deps'
import { readForInspection } from '../../market/private/open'
import { readTree, type TreeRows } from '../../market/tree-rows'
import type { Secret } from '../../shared/secret'
import type { Pin, PrivateReader } from '../step/inspector'
import { applyVerdicts, type Verdict } from './apply-verdict'
import type { Claim } from './begin-steps'
import { claimSteps, type Place } from './claim-step'
import { type Grouped, inGroups } from './in-groups'
import type { Matching } from './match-contexts'

/** What a step does with the database, each done together with what other steps of the tree do in the same moment. */
export type Together = {
  /** See `claimSteps`; what is claimed because of a group is given to one of its members. */
  claim(place: Place): Promise<Claim[]>
  /** Begins after it was asked for, so it holds what the step's claim has committed. */
  readTree(rootId: string): Promise<TreeRows | null>
  readPrivate: PrivateReader
  /** Says that a step's inspector is being called; what is returned says that the call is over. */
  calling(claim: Claim): () => void
  /** See `applyVerdicts`. */
  apply(verdict: Verdict): Promise<Claim[]>
}

export function createTogether(deps: Deps, matching: Matching): Together {
  const claims = inGroups<Place, Claim[]>({
    async together(places) {
      const claimed = await claimSteps(
        deps,
        places[0]?.rootId ?? '',
        places.map(({ contextId }) => contextId),
      )
      return places.map((_, index) => (index === 0 ? claimed : []))
    },
    alone: (place) => claimSteps(deps, place.rootId, [place.contextId]),
  })
  const trees = inGroups<string, TreeRows | null>({
    async together(rootIds) {
      const tree = await readTree(deps.db, rootIds[0] ?? '')
      return rootIds.map(() => tree)
    },
    alone: (rootId) => readTree(deps.db, rootId),
  })
  const calls = new Map<string, number>()
  const verdicts = inGroups<Verdict, Claim[]>({
    isExpecting: (key) => calls.has(key),
    together: (group) => applyGroup(deps, group, matching),
    alone: async (verdict) => (await applyGroup(deps, [verdict], matching))[0] ?? [],
  })
  return {
    claim: (place) => claims(place.rootId, place),
    readTree: (rootId) => trees(rootId, rootId),
    readPrivate: createPrivateReader(deps),
    calling(claim) {
      const key = levelOf(claim)
      calls.set(key, (calls.get(key) ?? 0) + 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const left = (calls.get(key) ?? 1) - 1
        if (left > 0) calls.set(key, left)
        else calls.delete(key)
      }
    },
    apply: (verdict) => verdicts(levelOf(verdict.claim), verdict),
  }
}

const levelOf = ({ rootId, level }: Claim) => `${rootId} ${level}`

function applyGroup(deps: Deps, group: readonly Verdict[], matching: Matching): Promise<Claim[][]> {
  return applyVerdicts(deps, group[0]?.claim.rootId ?? '', group, matching)
}

/** One statement reads what all of a group have pinned; each is given its own pins only. */
function createPrivateReader(deps: Pick<Deps, 'db' | 'cipher'>): PrivateReader {
  type Wanted = { rootId: string; pins: readonly Pin[] }
  type Read = Map<string, Secret>
  const read = (wanted: Wanted) => readForInspection(deps.db, deps.cipher, wanted)
  const readings: Grouped<Wanted, Read> = inGroups<Wanted, Read>({
    async together(group) {
      const versions = new Map<string, Pin>()
      for (const pin of group.flatMap(({ pins }) => pins)) {
        const other = versions.get(pin.offerId)
        // An offer is frozen once it is pinned, so a tree has one version of it; if not, each reads for itself.
        if (other && other.version !== pin.version) return Promise.all(group.map(read))
        versions.set(pin.offerId, pin)
      }
      const secrets = await read({ rootId: group[0]?.rootId ?? '', pins: [...versions.values()] })
      return group.map(({ pins }) => only(secrets, pins))
    },
    alone: read,
  })
  return (rootId, pins) => readings(rootId, { rootId, pins })
}

function only(secrets: ReadonlyMap<string, Secret>, pins: readonly Pin[]): Map<string, Secret> {
  return new Map(
    pins.flatMap(({ offerId }) => {
      const secret = secrets.get(offerId)
      return secret ? [[offerId, secret] as const] : []
    }),
  )
}
