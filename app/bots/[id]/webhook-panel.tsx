'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send, Webhook } from 'lucide-react'
import { useState } from 'react'
import { dropNewSecret, newSecretOf } from '@/app/bots/[id]/new-secret'
import { useTRPC } from '@/app/trpc'
import { WebhookCode } from '@/components/bots/webhook-code'
import { WebhookDeliveries } from '@/components/bots/webhook-deliveries'
import { SCRIPT_ADDRESS } from '@/components/bots/webhook-script'
import { WebhookSecret } from '@/components/bots/webhook-secret'
import { testInWords } from '@/components/bots/webhook-words'
import { readServerError } from '@/components/form/server-error'
import { Ago, Until } from '@/components/time/time'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { EmptyState, ErrorNote, Note, SkeletonText } from '@/components/ui/feedback'
import { toast } from '@/components/ui/toast'
import type { WebhookView } from '@/server/contract/webhook'

/** Calls come in while one looks. */
const LOOK_EVERY_MS = 5_000

/** The server of one's own bot: its address, its secret, a test, and the last calls. */
export function WebhookPanel({ botId }: { botId: string }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const hook = useQuery({ ...trpc.bots.webhook.queryOptions({ botId }), refetchInterval: LOOK_EVERY_MS })
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.bots.webhook.queryFilter({ botId })),
      queryClient.invalidateQueries(trpc.bots.view.queryFilter({ botId })),
    ])
  if (hook.error && !hook.data) return <ErrorNote>{readServerError(hook.error).message}</ErrorNote>
  if (!hook.data) return <SkeletonText lines={6} />
  const { deliveries } = hook.data
  return (
    <div className="max-w-3xl space-y-10">
      <Address hook={hook.data} botId={botId} onTested={refresh} />
      <Secret hook={hook.data} botId={botId} onRotated={refresh} />
      <section aria-labelledby="bot-deliveries" className="space-y-4">
        <h2 id="bot-deliveries" className="display text-xl">
          Deliveries
        </h2>
        {deliveries.length > 0 ? (
          <WebhookDeliveries deliveries={deliveries} />
        ) : (
          <EmptyState icon={<Webhook aria-hidden />} title="Waiting for the first call">
            Send a test call above, or put the bot to work: each call appears here by itself, with what came
            back.
          </EmptyState>
        )}
      </section>
    </div>
  )
}

async function fetchScript(): Promise<string> {
  const response = await fetch(SCRIPT_ADDRESS)
  if (!response.ok) throw new Error(`${SCRIPT_ADDRESS}: ${response.status}`)
  return response.text()
}

type PartProps = { hook: WebhookView; botId: string }

function Address({ hook, botId, onTested }: PartProps & { onTested: () => Promise<unknown> }) {
  const trpc = useTRPC()
  const test = useMutation(
    trpc.bots.testWebhook.mutationOptions({
      onSettled: onTested,
      onError: (error) => toast.error(readServerError(error).message),
    }),
  )
  return (
    <section aria-labelledby="bot-address" className="space-y-4">
      <h2 id="bot-address" className="display text-xl">
        Your server
      </h2>
      <p className="break-all font-mono text-sm">{hook.url}</p>
      {hook.failingSince ? (
        <Note tone="warn" title="It does not answer.">
          No call has succeeded since <Ago at={hook.failingSince} />. After three days the bot is paused.
        </Note>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          onClick={() => test.mutate({ botId })}
          pending={test.isPending}
          pendingLabel="Waiting for your server…"
        >
          <Send aria-hidden />
          Send a test call
        </Button>
        <p className="text-muted text-sm">Signed like a question; the answer is checked and thrown away.</p>
      </div>
      <div aria-live="polite">
        {test.data && !test.isPending ? (
          <Note tone={test.data.isOk ? 'good' : 'bad'}>{testInWords(test.data)}</Note>
        ) : null}
      </div>
    </section>
  )
}

function Secret({ hook, botId, onRotated }: PartProps & { onRotated: () => Promise<unknown> }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [secret, setSecret] = useState(() => newSecretOf(queryClient, botId))
  const [isAsking, setIsAsking] = useState(false)
  const script = useQuery({ queryKey: [SCRIPT_ADDRESS], queryFn: fetchScript, staleTime: Infinity })
  const rotate = useMutation(
    trpc.bots.rotateSecret.mutationOptions({
      async onSuccess(made) {
        setSecret(made.secret)
        setIsAsking(false)
        await onRotated()
      },
      onError: (error) => toast.error(readServerError(error).message),
    }),
  )
  const hide = () => {
    dropNewSecret(queryClient, botId)
    setSecret(null)
    // It would stay in memory with the result of the call.
    rotate.reset()
  }
  return (
    <section aria-labelledby="bot-secret" className="space-y-4">
      <h2 id="bot-secret" className="display text-xl">
        Secret
      </h2>
      <p className="measure text-sm">
        Calls are signed with it, so that your server can tell them from anybody else’s, and your server signs
        answers that come later.
      </p>
      {secret ? <WebhookSecret secret={secret} onDone={hide} /> : null}
      {hook.oldSecretUntil ? (
        <p className="text-muted text-sm">
          The secret before it still works: <Until at={hook.oldSecretUntil} verb="ends" past="ends now" />.
        </p>
      ) : null}
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        trigger={<Button>Make a new secret</Button>}
        title="Make a new secret?"
        description="You see it once, right after. For a day calls are signed with both, and answers signed with either are taken; then the one before ends."
        confirmLabel="Make a new secret"
        pending={rotate.isPending}
        onConfirm={() => rotate.mutate({ botId })}
      />
      {script.data ? <WebhookCode template={script.data} secret={secret} /> : null}
    </section>
  )
}
