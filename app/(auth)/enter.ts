import { signIn } from 'next-auth/react'
import { ERRORS } from '@/server/errors'

const UNREACHED = 'The server could not be reached. Try again in a moment.'
const ELSEWHERE_FAILED = 'Signing in there did not work out. Try again, or use another way.'

/** What a person reads when signing in failed with `code`: one of ours, or one of next-auth's own. */
export function signInSentence(code: string): string {
  if (code === 'CredentialsSignin') return ERRORS['auth.bad_credentials'].sentence
  const known = Object.entries(ERRORS).find(([name]) => name === code)
  return known ? known[1].sentence : ELSEWHERE_FAILED
}

/**
 * Signs in with what a form of ours collected, then goes to `path` as a whole new page, so that nothing stays in memory from
 * before. Returns a sentence when it did not work.
 */
export async function enter(
  provider: 'credentials' | 'demo' | 'passkey',
  fields: Record<string, string>,
  path: string,
): Promise<string | null> {
  try {
    const answer = await signIn(provider, { ...fields, redirect: false, callbackUrl: path })
    if (!answer?.ok) return signInSentence(answer?.error ?? '')
  } catch {
    return UNREACHED
  }
  window.location.assign(path)
  return null
}

/** Goes to GitHub or Google, which send the person back to `path`. */
export async function enterElsewhere(provider: 'github' | 'google', path: string): Promise<void> {
  await signIn(provider, { callbackUrl: path })
}
