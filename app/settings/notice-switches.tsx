'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { SwitchRows } from '@/components/inbox/switch-rows'
import { toast } from '@/components/ui/toast'
import type { NoticeSwitch } from '@/server/contract/inbox'

export type NoticeSwitchesProps = { switches: NoticeSwitch[]; hasMail: boolean; sendsMail: boolean }

/** What this person hears of; each takes effect at once, and comes back when the server says no. */
export function NoticeSwitches({ switches: initial, hasMail, sendsMail }: NoticeSwitchesProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const isLive = useIsLive()
  const [switches, setSwitches] = useState(initial)
  const put = (one: NoticeSwitch) =>
    setSwitches((all) => all.map((other) => (other.topic === one.topic ? one : other)))
  const set = useMutation(
    trpc.notices.setSwitch.mutationOptions({
      onSuccess: () =>
        Promise.all([
          client.invalidateQueries(trpc.notices.pathFilter()),
          client.invalidateQueries(trpc.inbox.counts.pathFilter()),
        ]),
    }),
  )

  return (
    <div inert={!isLive}>
      <SwitchRows
        switches={switches}
        hasMail={hasMail}
        sendsMail={sendsMail}
        onChange={(next, before) => {
          put(next)
          set.mutate(next, {
            onError: (error) => {
              put(before)
              toast.error(readServerError(error).message)
            },
          })
        }}
      />
    </div>
  )
}
