import type { Me } from '../contract/auth'

/** What somebody is in this market beside a person. */
export function officeOf(user: Pick<Me, 'role'> | null): 'moderator' | 'operator' | null {
  return user === null || user.role === 'person' ? null : user.role
}
