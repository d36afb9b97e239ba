'use client'

import { type ReactNode, useState } from 'react'
import { readServerError } from '@/components/form/server-error'
import { Credits } from '@/components/money/credits'
import { Ago, Until } from '@/components/time/time'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import type { AccessKey } from '@/server/contract/access-keys'

export type AccessRowProps = {
  name: string
  /** Beside the name: what tells it from others of that name. */
  mark: string
  allowed: Pick<
    AccessKey,
    'scopes' | 'spendPerDayMicros' | 'spendPerQuestionMicros' | 'askAboveMicros' | 'usedAt' | 'expiresAt'
  >
  /** How it began, with its time. */
  began: ReactNode
  /** What more it is. */
  note?: ReactNode
  end: { verb: string; means: string; isPending: boolean; error: unknown; onConfirm: () => Promise<unknown> }
}

/** Something that acts in its owner's name: what it may do and spend, and until when; its owner can end it. */
export function AccessRow({ name, mark, allowed, began, note, end }: AccessRowProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { scopes, spendPerDayMicros, spendPerQuestionMicros, askAboveMicros, usedAt, expiresAt } = allowed
  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium">
            {name} <span className="font-normal text-muted text-sm">{mark}</span>
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
          {note ? <p className="text-muted text-sm">{note}</p> : null}
          <p className="text-muted text-sm">
            {began}
            {usedAt === null ? (
              ', not used yet'
            ) : (
              <>
                , last used <Ago at={usedAt} />
              </>
            )}
            {expiresAt === null ? (
              ', without an end'
            ) : (
              <>
                , <Until at={expiresAt} verb="ends" past="has ended" />
              </>
            )}
          </p>
        </div>
        <AlertDialog
          open={isAsking}
          onOpenChange={setIsAsking}
          trigger={
            <Button size="sm" variant="danger" aria-label={`${end.verb} ${name}`}>
              {end.verb}
            </Button>
          }
          title={`${end.verb} ${name}?`}
          description={end.means}
          confirmLabel={`${end.verb} it`}
          danger
          pending={end.isPending}
          onConfirm={() => {
            const close = () => setIsAsking(false)
            void end.onConfirm().then(close, close)
          }}
        />
      </div>
      {end.error ? <ErrorNote>{readServerError(end.error).message}</ErrorNote> : null}
    </li>
  )
}
