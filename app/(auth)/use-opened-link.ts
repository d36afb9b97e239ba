'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import type { OpenedLink } from '@/server/contract/auth'

export type LinkState =
  | { state: 'opening' }
  | { state: 'open'; token: string; link: OpenedLink }
  | { state: 'bad'; message: string }

const NOT_WHOLE = 'This link is not whole. Copy all of it from the mail into the address line.'

/** What the link in the address line is for. What it carries stands behind `#`, where no server, log or referrer sees it. */
export function useOpenedLink(kind: OpenedLink['kind']): LinkState {
  const trpc = useTRPC()
  const { mutate } = useMutation(trpc.account.openLink.mutationOptions())
  const [state, setState] = useState<LinkState>({ state: 'opening' })
  useEffect(() => {
    const open = () => {
      const token = window.location.hash.slice(1)
      const refuse = (message: string) => setState({ state: 'bad', message })
      if (!/^[\w-]+$/.test(token)) return refuse(NOT_WHOLE)
      mutate(
        { token },
        {
          onSuccess: (link) =>
            link.kind === kind ? setState({ state: 'open', token, link }) : refuse(NOT_WHOLE),
          onError: (error) => refuse(readServerError(error).message),
        },
      )
    }
    open()
    // Another link, pasted into the same tab, changes nothing but this.
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [mutate, kind])
  return state
}
