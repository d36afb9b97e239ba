import type { Tender } from './entities'

/** Open tenders, for all vendors to see. Source: lab, A.1 (bulletin board). */
export class BulletinBoard {
  private posts: { tender: Tender; postedAt: number }[] = []

  post(tender: Tender, now: number): void {
    this.posts.push({ tender, postedAt: now })
  }

  /**
   * Posted in that step or later. By its posting and not by its creation, which for a follow-up is a step earlier: a vendor that
   * looks in between would never see it.
   */
  newSince(step: number): Tender[] {
    return this.posts.filter(({ postedAt }) => postedAt >= step).map(({ tender }) => tender)
  }

  /** A decided tender gets no more quotes. */
  remove(tenderId: string): void {
    this.posts = this.posts.filter(({ tender }) => tender.id !== tenderId)
  }

  dropOverdue(now: number): void {
    this.posts = this.posts.filter(({ tender }) => tender.requiredBy >= now)
  }
}
