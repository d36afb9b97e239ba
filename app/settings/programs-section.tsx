'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { AccessRow } from '@/app/settings/access-row'
import { useTRPC } from '@/app/trpc'
import { useIsLive } from '@/components/form/use-is-live'
import { Ago } from '@/components/time/time'
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
  const disconnect = useMutation(
    trpc.programs.disconnect.mutationOptions({ onSuccess: () => router.refresh() }),
  )
  return (
    <AccessRow
      name={program.name}
      mark={`at ${program.host}`}
      allowed={program}
      began={
        <>
          Connected <Ago at={program.createdAt} />
        </>
      }
      end={{
        verb: 'Disconnect',
        means: 'It opens nothing from now on; to come back it has to ask you again. What it did stays done.',
        isPending: disconnect.isPending,
        error: disconnect.error,
        onConfirm: () => disconnect.mutateAsync({ id: program.id }),
      }}
    />
  )
}
