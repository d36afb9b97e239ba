'use client'

import { startAuthentication } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { enter } from '@/app/(auth)/enter'
import { canUsePasskeys, passkeySentence } from '@/app/passkey'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'

export type PasskeySignIn = {
  /** There is something to offer in this browser. */
  isOffered: boolean
  isPending: boolean
  /** Asks the browser for a passkey now. */
  start: () => void
}

/**
 * Signing in with a passkey: by a button, and before that, where the browser can, among what it suggests in the e-mail's field
 * (conditional UI). A challenge is asked for anew each time, and each is good once.
 */
export function usePasskey(
  { origin, path }: { origin: string | null; path: string },
  onProblem: (sentence: string) => void,
): PasskeySignIn {
  const trpc = useTRPC()
  const isLive = useIsLive()
  const { mutateAsync: begin } = useMutation(trpc.passkeys.beginSignIn.mutationOptions())
  const [isPending, setIsPending] = useState(false)
  // A suggestion that is taken as the button is pressed must not sign in twice.
  const isEntering = useRef(false)
  const isOffered = isLive && canUsePasskeys(origin)

  async function signIn(useBrowserAutofill: boolean) {
    const answer = await startAuthentication({ optionsJSON: await begin(), useBrowserAutofill })
    if (isEntering.current) return
    isEntering.current = true
    setIsPending(true)
    const refusal = await enter('passkey', { answer: JSON.stringify(answer) }, path)
    if (refusal === null) return
    isEntering.current = false
    setIsPending(false)
    onProblem(refusal)
  }

  const suggest = useEffectEvent(() => {
    if (!isOffered) return
    // What goes wrong here was not asked for: a browser without suggestions, a page that was left.
    signIn(true).catch(() => {})
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as there is something to offer.
  useEffect(() => suggest(), [isOffered])

  function start() {
    setIsPending(true)
    signIn(false).catch((error: unknown) => {
      setIsPending(false)
      const { code, message } = readServerError(error)
      const sentence = code === null ? passkeySentence(error) : message
      if (sentence !== null) onProblem(sentence)
    })
  }

  return { isOffered, isPending, start }
}
