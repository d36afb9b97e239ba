import type { BulletinBoard } from './board'
import { passageId, type Tender, type Vendor } from './entities'
import { type Shelf, searchShelf, shelfOf } from './retrieval'
import type { World } from './world'

/**
 * Sees the board and its own public passages, and quotes what it finds at the list price. Source: "Language Models Can Reduce
 * Asymmetry in Information Markets", sections 3.1 and 3.2.
 */
export class VendorAgent {
  readonly id: string
  readonly shelf: Shelf
  private lookedAt = 0
  private readonly quoted = new Set<string>()

  constructor(
    vendor: Vendor,
    private readonly world: World,
  ) {
    this.id = vendor.id
    this.shelf = shelfOf(vendor)
  }

  async act(board: BulletinBoard): Promise<void> {
    const { world } = this
    const tenders = board.newSince(this.lookedAt).filter(({ id }) => !this.quoted.has(id))
    this.lookedAt = world.now
    if (tenders.length === 0) return
    const { retrieval, compat } = world.parameters
    const { hits, silencedBySize } = await searchShelf(this.shelf, tenders, world.sense, {
      ...retrieval,
      poolsTenders: compat.poolsTenders,
    })
    if (silencedBySize > 0) world.log({ agentId: this.id, type: 'silenced-by-size', tenders: silencedBySize })
    for (const [at, tender] of tenders.entries()) {
      this.quoted.add(tender.id)
      for (const { passage, priceMicros, relevance } of hits[at] ?? []) {
        this.quote(tender, { passage, priceMicros, relevance })
      }
    }
  }

  private quote(tender: Tender, offered: Shelf['passages'][number] & { relevance: number }): void {
    const { world, id: vendorId } = this
    const id = `${tender.id}/${vendorId}/${passageId(offered.passage)}`
    world.deliver({ id, tenderId: tender.id, vendorId, createdAt: world.now, ...offered }, tender.buyerId)
    world.log({
      agentId: vendorId,
      type: 'quoted',
      tenderId: tender.id,
      quoteId: id,
      passageId: passageId(offered.passage),
      priceMicros: offered.priceMicros,
      relevance: offered.relevance,
    })
  }
}
