import type { Tender } from './entities'

/** Open tenders, for all vendors to see. Source: lab, A.1 (bulletin board). */
export class BulletinBoard {
  private tenders: Tender[] = []

  post(tender: Tender): void {
    this.tenders.push(tender)
  }

  newSince(step: number): Tender[] {
    return this.tenders.filter((tender) => tender.createdAt >= step)
  }

  /** A decided tender gets no more quotes. */
  remove(tenderId: string): void {
    this.tenders = this.tenders.filter((tender) => tender.id !== tenderId)
  }

  dropOverdue(now: number): void {
    this.tenders = this.tenders.filter((tender) => tender.requiredBy >= now)
  }
}
