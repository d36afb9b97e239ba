import { FOLLOWERS_COUNTED_MAX } from '@/server/contract/limits'

/** Who follows a thing, beside whether the viewer does: a number alone would not say who is in it. Null where nobody does. */
export function followersInWords(followers: number, isFollowedByViewer: boolean): string | null {
  if (followers === 0) return null
  const isCountedOut = followers >= FOLLOWERS_COUNTED_MAX
  if (!isFollowedByViewer)
    return followers === 1 ? '1 follows it' : `${followers}${isCountedOut ? '+' : ''} follow it`
  if (isCountedOut) return `you and ${followers}+ others`
  return followers === 1 ? 'only you' : `you and ${followers - 1} ${followers === 2 ? 'other' : 'others'}`
}
