'use client'

import { useRouter } from 'next/navigation'
import { useTRPCClient } from '@/app/trpc'
import { PlainForm } from '@/components/form/plain-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { REASON_CHARS_MAX, type Stopped } from '@/server/contract/operate'
import { STOP_WORDS, STOPS } from '@/server/words/moderation'

/** One switch for each thing that can be stopped. */
export function StopForms({ stopped }: { stopped: readonly Stopped[] }) {
  const client = useTRPCClient()
  const router = useRouter()
  return (
    <ul className="grid gap-6 md:grid-cols-3">
      {STOPS.map((name) => {
        const standing = stopped.find((one) => one.name === name)
        return (
          <li key={name} className="rounded-lg border border-line bg-surface p-4">
            <h3 className="font-medium">{STOP_WORDS[name]}</h3>
            {standing ? (
              <>
                <p className="wrap-anywhere my-2 text-sm">Stopped: {standing.reason}</p>
                <PlainForm
                  label={`Let ${name} go on`}
                  done="It goes on."
                  className="space-y-3"
                  onSend={async () => {
                    await client.operate.resume.mutate({ name })
                    router.refresh()
                  }}
                />
              </>
            ) : (
              <PlainForm
                label={`Stop ${name}`}
                variant="danger"
                done="Stopped."
                className="mt-2 space-y-3"
                onSend={async ({ reason = '' }) => {
                  await client.operate.stop.mutate({ name, reason })
                  router.refresh()
                }}
              >
                <Field label="Why" audience="Everybody." required>
                  <Input name="reason" maxLength={REASON_CHARS_MAX} autoComplete="off" required />
                </Field>
              </PlainForm>
            )}
          </li>
        )
      })}
    </ul>
  )
}
