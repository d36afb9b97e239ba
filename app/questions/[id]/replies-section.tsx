'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { ActForm } from '@/components/form/act-form'
import { Counter } from '@/components/form/counter'
import { done } from '@/components/form/done'
import { FlagLink } from '@/components/moderation/flag-link'
import { ReplyText } from '@/components/replies/reply-text'
import { Ago } from '@/components/time/time'
import { Disclosure } from '@/components/ui/disclosure'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { REPLY_CHARS_MAX, type Replies } from '@/server/contract/replies'

export type RepliesSectionProps = { questionId: string; first: Replies }

/** What whom the claim is about says to it, and the forms to say it or to name them. Nothing where there is none of these. */
export function RepliesSection({ questionId, first }: RepliesSectionProps) {
  const trpc = useTRPC()
  const view = useQuery({ ...trpc.replies.view.queryOptions({ questionId }), initialData: first })
  const write = useMutation(trpc.replies.write.mutationOptions())
  const name = useMutation(trpc.replies.name.mutationOptions())
  const nameInOffice = useMutation(trpc.replies.nameInOffice.mutationOptions())
  const { replies, subject, can } = view.data
  const own = replies.find(({ isYours }) => isYours)

  const said = async (act: Promise<unknown>, words: string) =>
    (await done(act, { reread: view.refetch, words }))?.message ?? null

  if (replies.length === 0 && subject === null && can.name === null && !can.reply) return null
  return (
    <section aria-labelledby="replies" className="mt-10 space-y-4">
      <h2 id="replies" className="display text-xl">
        Reply of whom it is about
      </h2>
      {replies.map((reply) => (
        <div key={reply.id}>
          <ReplyText reply={reply} />
          {reply.earlier.length > 0 ? (
            <Disclosure summary="What it said before">
              <ul className="measure space-y-3 text-sm">
                {reply.earlier.map(({ text, replacedAt }) => (
                  <li key={replacedAt.getTime()}>
                    <p className="whitespace-pre-line break-words">{text}</p>
                    <p className="text-muted text-xs">
                      until <Ago at={replacedAt} />
                    </p>
                  </li>
                ))}
              </ul>
            </Disclosure>
          ) : null}
          {reply.isYours ? null : <FlagLink kind="reply" id={reply.id} path={`/questions/${questionId}`} />}
        </div>
      ))}
      {subject && !replies.some(({ author }) => author.handle === subject.handle) ? (
        <p className="measure text-muted text-sm">
          {subject.name} was told and has not replied. Who it is stands here for you and moderators alone.
        </p>
      ) : null}
      {can.reply ? (
        <ReplyForm
          key={own?.text ?? ''}
          before={own?.text ?? ''}
          onSend={(text) => said(write.mutateAsync({ questionId, text }), 'Your reply stands.')}
        />
      ) : null}
      {can.name === null ? null : (
        <Disclosure summary={subject ? 'Name somebody else' : 'Say whom the claim is about'}>
          <NameForm
            onSend={(handle) =>
              said(
                (can.name === 'moderator' ? nameInOffice : name).mutateAsync({ questionId, handle }),
                'They are told, and may reply.',
              )
            }
          />
        </Disclosure>
      )}
    </section>
  )
}

function ReplyForm({ before, onSend }: { before: string; onSend: (text: string) => Promise<string | null> }) {
  const [text, setText] = useState(before)
  return (
    <ActForm
      onSend={() => onSend(text)}
      label={before === '' ? 'Publish the reply' : 'Publish the change'}
      pendingLabel="Publishing…"
    >
      {(fault) => (
        <Field
          label="Your reply"
          audience="Everybody, beside the verdict, under your name. What it said before an edit stays readable."
          counter={<Counter length={text.length} max={REPLY_CHARS_MAX} />}
          {...(fault ? { error: fault } : {})}
        >
          <Textarea
            value={text}
            rows={5}
            maxLength={REPLY_CHARS_MAX}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      )}
    </ActForm>
  )
}

function NameForm({ onSend }: { onSend: (handle: string) => Promise<string | null> }) {
  const [handle, setHandle] = useState('')
  return (
    <ActForm
      onSend={() => onSend(handle)}
      label="Name them"
      pendingLabel="Naming…"
      variant="secondary"
      className="max-w-md"
    >
      {(fault) => (
        <Field
          label="Their handle here"
          hint="The person, or who speaks for the firm, that the claim is about. They may reply beside the verdict, once."
          audience="They and moderators, until they reply. It is said once."
          {...(fault ? { error: fault } : {})}
        >
          <Input value={handle} autoComplete="off" onChange={(event) => setHandle(event.target.value)} />
        </Field>
      )}
    </ActForm>
  )
}
