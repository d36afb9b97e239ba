import type { Reply } from '@/server/contract/replies'

/** By what right somebody replies, to follow their name and a comma. */
export function standingInWords({ standing, host }: Pick<Reply, 'standing' | 'host'>): string {
  switch (standing) {
    case 'asker':
      return 'whom the claim is about, as its asker says'
    case 'moderator':
      return 'whom the claim is about, as a moderator says'
    case 'site':
      return `owner of ${host}`
  }
}
