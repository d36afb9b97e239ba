'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { AccessRow } from '@/app/settings/access-row'
import { NewKeyDialog, type NewKeyDialogProps } from '@/app/settings/new-key-dialog'
import { useTRPC } from '@/app/trpc'
import { useIsLive } from '@/components/form/use-is-live'
import { Ago } from '@/components/time/time'
import type { AccessKey } from '@/server/contract/access-keys'
import { SPEND_REQUESTS_PATH } from '@/server/contract/notice-line'

export type KeysSectionProps = NewKeyDialogProps & { keys: readonly AccessKey[] }

/** Keys for programs: a list, each of which can be revoked, and one more. */
export function KeysSection({ keys, account, bots }: KeysSectionProps) {
  const isLive = useIsLive()
  return (
    <div className="max-w-xl space-y-5" inert={!isLive}>
      <p className="measure text-muted">
        A key lets a program of yours act here in your name, as far as you say. Keys go on when you sign out
        or change your password: what ends one is its day, or you, here. What a key would spend above the
        amount that you set for it{' '}
        <Link href={SPEND_REQUESTS_PATH} className="underline underline-offset-2">
          waits for your yes
        </Link>
        .
      </p>
      {keys.length === 0 ? null : (
        <ul className="divide-y divide-line border-line border-y" aria-label="Your keys">
          {keys.map((key) => (
            <KeyRow key={key.id} accessKey={key} />
          ))}
        </ul>
      )}
      <NewKeyDialog account={account} bots={bots} />
    </div>
  )
}

function KeyRow({ accessKey: key }: { accessKey: AccessKey }) {
  const trpc = useTRPC()
  const router = useRouter()
  const revoke = useMutation(trpc.keys.revoke.mutationOptions({ onSuccess: () => router.refresh() }))
  return (
    <AccessRow
      name={key.name}
      mark={`ends in ${key.hint}`}
      allowed={key}
      note={
        key.bot ? (
          <>
            Acts as your bot{' '}
            <Link href={`/bots/${key.bot.id}`} className="underline underline-offset-2">
              {key.bot.name}
            </Link>
          </>
        ) : null
      }
      began={
        <>
          Made <Ago at={key.createdAt} />
        </>
      }
      end={{
        verb: 'Revoke',
        means: 'It opens nothing from now on, and cannot be brought back. What was done with it stays done.',
        isPending: revoke.isPending,
        error: revoke.error,
        onConfirm: () => revoke.mutateAsync({ id: key.id }),
      }}
    />
  )
}
