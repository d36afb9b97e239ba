'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { ActForm } from '@/components/form/act-form'
import { readServerError } from '@/components/form/server-error'
import { Credits } from '@/components/money/credits'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/choice'
import { ErrorNote, Note } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { COMPLAINT_CHARS_MAX } from '@/server/contract/complaints'
import { exactCredits, parseCredits } from '@/server/shared/money'
import {
  CAPPED_WORDS,
  COMPLAINT_ANSWERS,
  COMPLAINT_KIND_WORDS,
  COMPLAINT_KINDS,
} from '@/server/words/complaints'

/** The buyer says what is wrong, once. */
export function ComplainForm({ offerId, mostMicros }: { offerId: string; mostMicros: bigint }) {
  const trpc = useTRPC()
  const file = useMutation(trpc.complaints.file.mutationOptions())
  const [kind, setKind] = useState<(typeof COMPLAINT_KINDS)[number] | null>(null)
  const [words, setWords] = useState('')
  return (
    <SaidOnce
      title="What is wrong"
      button="Complain"
      check={() =>
        kind === null ? 'Choose one of the two.' : words.trim() === '' ? 'Say what is wrong.' : null
      }
      send={async () => {
        if (kind !== null) await file.mutateAsync({ offerId, kind, words })
      }}
    >
      <Field label="Choose">
        <RadioGroup
          value={kind ?? undefined}
          onValueChange={(value) => setKind(COMPLAINT_KINDS.find((one) => one === value) ?? null)}
          options={COMPLAINT_KINDS.map((value) => ({ value, label: COMPLAINT_KIND_WORDS[value] }))}
        />
      </Field>
      <Words label="How so" value={words} onChange={setWords} />
      <p className="text-muted text-sm">
        It is said once. The seller’s earnings wait and the seller is heard.{' '}
        {mostMicros === 0n ? (
          'As much came back to you in 90 days as can: more comes back only if the seller agrees.'
        ) : (
          <>
            Then at most <Credits micros={mostMicros} exact /> come back, or all of it if the seller agrees.
          </>
        )}{' '}
        The fee is the market’s. Everybody sees on your page, roughly, how much of what you spend comes back.
      </p>
    </SaidOnce>
  )
}

const ANSWER_WORDS: Readonly<Record<(typeof COMPLAINT_ANSWERS)[number], string>> = {
  agreed: 'It is right: refund all of it',
  contested: 'It is not right',
}

/** The seller answers, once. */
export function AnswerForm({ offerId }: { offerId: string }) {
  const trpc = useTRPC()
  const answering = useMutation(trpc.complaints.answer.mutationOptions())
  const [answer, setAnswer] = useState<(typeof COMPLAINT_ANSWERS)[number] | null>(null)
  const [words, setWords] = useState('')
  return (
    <SaidOnce
      title="Your answer"
      button="Answer"
      check={() =>
        answer === null ? 'Choose one of the two.' : words.trim() === '' ? 'Say in a few words why.' : null
      }
      send={async () => {
        if (answer !== null) await answering.mutateAsync({ offerId, answer, words })
      }}
    >
      <Field label="Choose">
        <RadioGroup
          value={answer ?? undefined}
          onValueChange={(value) => setAnswer(COMPLAINT_ANSWERS.find((one) => one === value) ?? null)}
          options={COMPLAINT_ANSWERS.map((value) => ({ value, label: ANSWER_WORDS[value] }))}
        />
      </Field>
      <Words label="Why" value={words} onChange={setWords} />
    </SaidOnce>
  )
}

/** A moderator reads what it is about, and decides. */
export function DecideRefund({
  offerId,
  mostMicros,
  isCapped,
  isHeard,
}: {
  offerId: string
  mostMicros: bigint
  /** Less than the seller earned by it. */
  isCapped: boolean
  isHeard: boolean
}) {
  const trpc = useTRPC()
  const read = useMutation(trpc.complaints.read.mutationOptions())
  const decide = useMutation(trpc.complaints.decide.mutationOptions())
  const [amount, setAmount] = useState('')
  const [words, setWords] = useState('')
  const parsed = parseCredits(amount)
  return (
    <div className="space-y-8">
      {read.data ? (
        <section aria-label="The text" className="rounded-lg border border-line bg-surface px-5 py-4">
          <p className="measure whitespace-pre-wrap break-words font-serif">{read.data.privateInfo}</p>
        </section>
      ) : (
        <div className="space-y-2">
          <Button pending={read.isPending} onClick={() => read.mutate({ offerId })}>
            Read the text
          </Button>
          <p className="text-muted text-sm">Both sides find in the log of their account that you read it.</p>
          {read.error ? <ErrorNote>{readServerError(read.error).message}</ErrorNote> : null}
        </div>
      )}
      {isHeard ? (
        <SaidOnce
          title="Your decision"
          button="Decide"
          check={() =>
            !parsed.ok
              ? parsed.message
              : parsed.micros > mostMicros
                ? `At most ${exactCredits(mostMicros)} credits can be refunded here.`
                : words.trim() === ''
                  ? 'Say why, for both sides.'
                  : null
          }
          send={async () => {
            if (parsed.ok) await decide.mutateAsync({ offerId, refundMicros: parsed.micros, words })
          }}
        >
          <Field
            label="Refund"
            hint={`0 for nothing, ${exactCredits(mostMicros)} for all that can come back${isCapped ? `: ${CAPPED_WORDS}` : ''}.`}
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              suffix="credits"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          </Field>
          <Words label="Why" value={words} onChange={setWords} />
        </SaidOnce>
      ) : (
        <Note>
          The seller has not answered yet. You can decide once they have, or once their time is over.
        </Note>
      )}
    </div>
  )
}

function Words({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Field label={label} audience="The other side, and the moderator who decides.">
      <Textarea
        rows={4}
        value={value}
        maxLength={COMPLAINT_CHARS_MAX}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

type SaidOnceProps = {
  title: string
  button: string
  /** What is missing, in words; null when it can be sent. */
  check: () => string | null
  send: () => Promise<void>
  children: ReactNode
}

/** A form whose page shows what came of it once it is sent. */
function SaidOnce({ title, button, check, send, children }: SaidOnceProps) {
  const router = useRouter()

  async function say() {
    const missing = check()
    if (missing !== null) return missing
    try {
      await send()
      router.refresh()
      return null
    } catch (error) {
      return readServerError(error).message
    }
  }

  return (
    <ActForm
      onSend={say}
      label={button}
      pendingLabel="Sending…"
      aria-label={title}
      className="max-w-xl space-y-4"
    >
      <h2 className="display text-xl">{title}</h2>
      {children}
    </ActForm>
  )
}
