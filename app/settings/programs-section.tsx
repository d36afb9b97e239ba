'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Credits } from '@/components/money/credits'
import { Ago, Until } from '@/components/time/time'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import type { Program } from '@/server/contract/programs'

/** Programs that one connected, each of which can be disconnected. They come by themselves: there is nothing to add here. */
export function ProgramsSection({ programs, address }: { programs: readonly Program[]; address: string }) {
  const isLive = useIsLive()
  return (
    <div className="max-w-xl space-y-5" inert={!isLive}>
      <p className="measure text-muted">
        Give an agent this market’s address, <code className="wrap-anywhere">{address}</code>: it sends you
        here to say what it may do and spend. No key has to be copied.
      </p>
      {programs.length === 0 ? (
        <p className="text-muted text-sm">No program is connected.</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y" aria-label="Connected programs">
          {programs.map((program) => (
            <ProgramRow key={program.id} program={program} />
          ))}
        </ul>
      )}
    </div>
  )
}

function ProgramRow({ program }: { program: Program }) {
  const trpc = useTRPC()
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)
  const disconnect = useMutation(
    trpc.programs.disconnect.mutationOptions({
      onSuccess: () => router.refresh(),
      onSettled: () => setIsAsking(false),
    }),
  )
  const { name, host, scopes, spendPerDayMicros, spendPerQuestionMicros, askAboveMicros } = program
  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium">
            {name} <span className="font-normal text-muted text-sm">at {host}</span>
          </p>
          <p className="text-sm">
            May {scopes.join(', ')}
            {spendPerDayMicros === null || spendPerQuestionMicros === null ? null : (
              <>
                : up to <Credits micros={spendPerDayMicros} /> a day,{' '}
                <Credits micros={spendPerQuestionMicros} /> for one question
              </>
            )}
            {askAboveMicros === null ? null : (
              <>
                ; asks you above <Credits micros={askAboveMicros} />
              </>
            )}
          </p>
          <p className="text-muted text-sm">
            Connected <Ago at={program.createdAt} />
            {program.usedAt === null ? (
              ', not used yet'
            ) : (
              <>
                , last used <Ago at={program.usedAt} />
              </>
            )}
            {program.expiresAt === null ? null : (
              <>
                , <Until at={program.expiresAt} verb="ends" past="has ended" />
              </>
            )}
          </p>
        </div>
        <AlertDialog
          open={isAsking}
          onOpenChange={setIsAsking}
          trigger={
            <Button size="sm" variant="danger" aria-label={`Disconnect ${name}`}>
              Disconnect
            </Button>
          }
          title={`Disconnect ${name}?`}
          description="It opens nothing from now on; to come back it has to ask you again. What it did stays done."
          confirmLabel="Disconnect it"
          danger
          pending={disconnect.isPending}
          onConfirm={() => disconnect.mutate({ id: program.id })}
        />
      </div>
      {disconnect.error ? <ErrorNote>{readServerError(disconnect.error).message}</ErrorNote> : null}
    </li>
  )
}
