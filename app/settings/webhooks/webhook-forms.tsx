'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTRPCClient } from '@/app/trpc'
import { WebhookSecret } from '@/components/bots/webhook-secret'
import { deliveryFailureInWords, deliveryInWords } from '@/components/bots/webhook-words'
import { PlainForm } from '@/components/form/plain-form'
import { ProofField } from '@/components/form/proof-field'
import { Ago, Until } from '@/components/time/time'
import { Checkbox } from '@/components/ui/choice'
import { Disclosure } from '@/components/ui/disclosure'
import { Note } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { InboxWebhook } from '@/server/contract/inbox-webhooks'
import { TOPIC_WORDS } from '@/server/contract/notice-line'
import { NOTICE_TOPICS, type NoticeTopic } from '@/server/words/notices'

type Fields = Readonly<Record<string, string>>

const topicsOf = (fields: Fields) => NOTICE_TOPICS.filter((topic) => fields[`topic-${topic}`] !== undefined)

function Topics({ chosen }: { chosen: readonly NoticeTopic[] }) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-2 font-medium text-sm">What it is told of</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {NOTICE_TOPICS.map((topic) => (
          <Checkbox
            key={topic}
            name={`topic-${topic}`}
            defaultChecked={chosen.includes(topic)}
            {...TOPIC_WORDS[topic]}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Adds a server; its secret is shown then and never again. */
export function AddWebhook({ asksPassword }: { asksPassword: boolean }) {
  const client = useTRPCClient()
  const router = useRouter()
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <div className="space-y-5">
      {secret === null ? null : <WebhookSecret secret={secret} onDone={() => setSecret(null)} />}
      <PlainForm
        label="Add it"
        done="Added. Send it a test call."
        onSend={async (fields) => {
          const { url = '', password } = fields
          const made = await client.webhooks.add.mutate({
            url,
            topics: topicsOf(fields),
            password: password || null,
          })
          setSecret(made.secret)
          router.refresh()
        }}
      >
        <Field label="Address" hint="A public https address of your server." required>
          <Input name="url" type="url" inputMode="url" placeholder="https://" autoComplete="off" required />
        </Field>
        <Topics chosen={['sales', 'questions', 'programs']} />
        {asksPassword ? <ProofField name="password" required /> : null}
      </PlainForm>
    </div>
  )
}

/** One webhook: how it stands, its last calls, and what can be done with it. */
export function WebhookRow({ webhook, asksPassword }: { webhook: InboxWebhook; asksPassword: boolean }) {
  const { id, url, topics, pausedAt, failingSince, oldSecretUntil, deliveries } = webhook
  const client = useTRPCClient()
  const router = useRouter()
  const [secret, setSecret] = useState<string | null>(null)
  const [tested, setTested] = useState<{ isOk: boolean; failure: string | null } | null>(null)
  const done = async (deed: Promise<unknown>) => {
    await deed
    router.refresh()
  }
  return (
    <li className="space-y-4 py-5">
      <div>
        <p className="break-all font-mono text-sm">{url}</p>
        <p className="text-muted text-sm">{topics.map((topic) => TOPIC_WORDS[topic].label).join(', ')}</p>
      </div>
      {pausedAt !== null ? (
        <Note tone="warn" title="Paused.">
          Nothing is sent there since <Ago at={pausedAt} />, and what happens meanwhile is not sent later.
        </Note>
      ) : failingSince !== null ? (
        <Note tone="warn" title="It does not answer.">
          No call has succeeded since <Ago at={failingSince} />. After three days it is paused.
        </Note>
      ) : null}
      {secret === null ? null : <WebhookSecret secret={secret} onDone={() => setSecret(null)} />}
      {oldSecretUntil === null ? null : (
        <p className="text-muted text-sm">
          Calls are signed with the secret before it too:{' '}
          <Until at={oldSecretUntil} verb="ends" past="ends now" />.
        </p>
      )}
      <div aria-live="polite">
        {tested === null ? null : (
          <Note tone={tested.isOk ? 'good' : 'bad'}>
            {tested.isOk ? 'It works.' : deliveryFailureInWords(tested.failure)}
          </Note>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <PlainForm
          label="Send a test call"
          variant="secondary"
          done=""
          className="shrink-0"
          onSend={async () => {
            setTested(await client.webhooks.test.mutate({ id }))
            router.refresh()
          }}
        />
        <PlainForm
          label={pausedAt === null ? 'Pause it' : 'Let it go on'}
          variant="secondary"
          done=""
          className="shrink-0"
          onSend={() => done(client.webhooks.change.mutate({ id, topics, isPaused: pausedAt === null }))}
        />
        <PlainForm
          label="Remove it"
          variant="danger"
          done=""
          className="shrink-0"
          onSend={() => done(client.webhooks.remove.mutate({ id }))}
        />
      </div>
      <Disclosure summary="Change what it is told of">
        <PlainForm
          label="Save"
          done="Saved."
          onSend={(fields) =>
            done(client.webhooks.change.mutate({ id, topics: topicsOf(fields), isPaused: pausedAt !== null }))
          }
        >
          <Topics chosen={topics} />
        </PlainForm>
      </Disclosure>
      <Disclosure summary="Make a new secret">
        <PlainForm
          label="Make a new secret"
          done="Made. For a day calls are signed with both."
          onSend={async ({ password }) => {
            const made = await client.webhooks.rotateSecret.mutate({ id, password: password || null })
            setSecret(made.secret)
            router.refresh()
          }}
        >
          {asksPassword ? <ProofField name="password" required /> : null}
        </PlainForm>
      </Disclosure>
      {deliveries.length === 0 ? null : (
        <Disclosure summary="Last calls">
          <ul className="space-y-2 text-sm">
            {deliveries.map((one) => (
              <li key={one.id}>
                <span className="font-medium">{one.event ?? 'test'}</span>: {deliveryInWords(one)}
                {one.failure === null ? '' : ` (${deliveryFailureInWords(one.failure)})`},{' '}
                <Ago at={one.createdAt} />
                {one.nextTryAt === null || one.attempt === 0 ? null : (
                  <>
                    , <Until at={one.nextTryAt} verb="again" past="again now" />
                  </>
                )}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </li>
  )
}
