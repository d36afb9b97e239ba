'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { NewKeyDialog, type NewKeyDialogProps } from '@/app/settings/new-key-dialog'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Credits } from '@/components/money/credits'
import { Ago, Until } from '@/components/time/time'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
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
  const [isAsking, setIsAsking] = useState(false)
  const revoke = useMutation(
    trpc.keys.revoke.mutationOptions({
      onSuccess: () => router.refresh(),
      onSettled: () => setIsAsking(false),
    }),
  )
  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium">
            {key.name} <span className="font-normal text-muted text-sm">ends in {key.hint}</span>
          </p>
          <p className="text-sm">
            May {key.scopes.join(', ')}
            {key.spendPerDayMicros === null || key.spendPerQuestionMicros === null ? null : (
              <>
                : up to <Credits micros={key.spendPerDayMicros} /> a day,{' '}
                <Credits micros={key.spendPerQuestionMicros} /> for one question
              </>
            )}
            {key.askAboveMicros === null ? null : (
              <>
                ; asks you above <Credits micros={key.askAboveMicros} />
              </>
            )}
          </p>
          <p className="text-muted text-sm empty:hidden">
            {key.bot === null ? null : (
              <>
                Acts as your bot{' '}
                <Link href={`/bots/${key.bot.id}`} className="underline underline-offset-2">
                  {key.bot.name}
                </Link>
              </>
            )}
          </p>
          <p className="text-muted text-sm">
            Made <Ago at={key.createdAt} />
            {key.usedAt === null ? (
              ', not used yet'
            ) : (
              <>
                , last used <Ago at={key.usedAt} />
              </>
            )}
            {key.expiresAt === null ? (
              ', without an end'
            ) : (
              <>
                , <Until at={key.expiresAt} verb="ends" past="has ended" />
              </>
            )}
          </p>
        </div>
        <AlertDialog
          open={isAsking}
          onOpenChange={setIsAsking}
          trigger={
            <Button size="sm" variant="danger" aria-label={`Revoke ${key.name}`}>
              Revoke
            </Button>
          }
          title={`Revoke ${key.name}?`}
          description="It opens nothing from now on, and cannot be brought back. What was done with it stays done."
          confirmLabel="Revoke it"
          danger
          pending={revoke.isPending}
          onConfirm={() => revoke.mutate({ id: key.id })}
        />
      </div>
      {revoke.error ? <ErrorNote>{readServerError(revoke.error).message}</ErrorNote> : null}
    </li>
  )
}
