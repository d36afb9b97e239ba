import { Play } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { RehearsalResult } from '@/components/bots/rehearsal-result'
import { Counter } from '@/components/form/counter'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { TITLE_CHARS_MAX } from '@/server/contract/market'
import { type OwnQuestion, type OwnRehearsal, ownQuestionSchema } from '@/server/contract/rehearsal'
import { exactCredits, formatCredits, MICROS_PER_CREDIT, parseCredits } from '@/server/shared/money'

/** An ordinary budget: most bots ask for less. */
const USUAL_BUDGET_MICROS = 10n * MICROS_PER_CREDIT

export type MadeUp = Omit<OwnQuestion, 'botId'>
export type MadeUpErrors = Partial<Record<keyof MadeUp, string>>
/** `place` tells apart two trials of one question. */
export type OwnTrial = { place: number; asked: MadeUp; result: OwnRehearsal }

const madeUpSchema = ownQuestionSchema.omit({ botId: true })

/** What was typed as the contract takes it, or what is wrong with each field. */
function readMadeUp(question: string, budget: string): { asked: MadeUp } | { errors: MadeUpErrors } {
  const amount = parseCredits(budget)
  const read = madeUpSchema.safeParse({ question, budgetMicros: amount.ok ? amount.micros : 0n })
  if (read.success) return { asked: read.data }
  const of = (field: keyof MadeUp) => read.error.issues.find(({ path }) => path[0] === field)?.message
  return {
    errors: { question: of('question'), budgetMicros: amount.ok ? of('budgetMicros') : amount.message },
  }
}

export type RehearsalOwnProps = {
  /** What it was tried on, newest first. */
  trials: readonly OwnTrial[]
  isOpen: boolean
  isTrying: boolean
  isBusy: boolean
  /** Of the last one that the server refused. */
  refusal: MadeUpErrors
  onTry: (asked: MadeUp) => void
}

/** A question that the bot's owner makes up, and what the bot would say to it. */
export function RehearsalOwn({ trials, isOpen, isTrying, isBusy, refusal, onTry }: RehearsalOwnProps) {
  const [question, setQuestion] = useState('')
  const [budget, setBudget] = useState(exactCredits(USUAL_BUDGET_MICROS))
  const [errors, setErrors] = useState<MadeUpErrors>({})
  const tryIt = (event: FormEvent) => {
    event.preventDefault()
    const read = readMadeUp(question, budget)
    setErrors('errors' in read ? read.errors : {})
    if ('asked' in read) onTry(read.asked)
  }
  return (
    <section aria-labelledby="rehearse-own" className="space-y-4">
      <h2 id="rehearse-own" className="display text-lg">
        Try a question of your own
      </h2>
      <form noValidate onSubmit={tryIt} className="max-w-3xl space-y-3">
        <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <Field
            label="Question"
            error={errors.question ?? refusal.question}
            counter={<Counter length={question.trim().length} max={TITLE_CHARS_MAX} />}
          >
            <Input
              value={question}
              autoComplete="off"
              placeholder="As somebody might ask it"
              onChange={(event) => setQuestion(event.target.value)}
            />
          </Field>
          <Field label="Budget" error={errors.budgetMicros ?? refusal.budgetMicros}>
            <Input
              value={budget}
              inputMode="decimal"
              autoComplete="off"
              suffix="credits"
              className="nums"
              onChange={(event) => setBudget(event.target.value)}
            />
          </Field>
        </div>
        <Button type="submit" pending={isTrying} pendingLabel="Answering…" disabled={isBusy && !isTrying}>
          <Play aria-hidden />
          Try this question
        </Button>
      </form>
      <ol aria-live="polite" aria-label="What it would have said to your questions" className="space-y-4">
        {trials.map(({ place, asked, result }) => (
          <li key={place} className="space-y-2 border-line border-t pt-4">
            <p>
              <span className="break-words font-serif text-base">{asked.question}</span>{' '}
              <span className="tabular-nums text-muted text-sm">
                budget {formatCredits(asked.budgetMicros)}
              </span>
            </p>
            <p className="text-muted text-sm">
              {result.wakesIt
                ? 'Asked like this, the bot would be asked.'
                : 'Asked like this, the bot would not be asked: it does not fit what the bot listens for. Were it asked all the same:'}
            </p>
            <RehearsalResult result={result} isOpen={isOpen} />
          </li>
        ))}
      </ol>
    </section>
  )
}
