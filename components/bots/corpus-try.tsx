'use client'

import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { MEANING_WORDS } from '@/components/bots/corpus-words'
import { Credits } from '@/components/money/credits'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { type FoundPassage, TRIAL_CHARS_MAX, type TrySearchResult } from '@/server/contract/corpus'

export type CorpusTryProps = {
  /** Of the last question that was tried; undefined before the first. */
  result: TrySearchResult | undefined
  isSearching: boolean
  error: string | undefined
  onTry: (question: string) => void
}

/** "What would it find?": the passages that a typed question finds, for the bot's owner. */
export function CorpusTry({ result, isSearching, error, onTry }: CorpusTryProps) {
  const [question, setQuestion] = useState('')
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (question.trim() !== '') onTry(question.trim())
  }
  return (
    <div className="space-y-4">
      <form noValidate onSubmit={search}>
        <Field label="A question that somebody might ask" error={error}>
          <span className="flex flex-wrap gap-2">
            <span className="min-w-0 flex-1 basis-52">
              <Input
                value={question}
                maxLength={TRIAL_CHARS_MAX}
                autoComplete="off"
                placeholder="How long must kidney beans boil?"
                onChange={(event) => setQuestion(event.target.value)}
              />
            </span>
            <Button
              type="submit"
              pending={isSearching}
              pendingLabel="Searching…"
              disabled={question.trim() === ''}
            >
              <Search aria-hidden />
              Find passages
            </Button>
          </span>
        </Field>
      </form>
      <div aria-live="polite">{result ? <Result result={result} /> : null}</div>
    </div>
  )
}

function Result({ result: { found, terms, meaning } }: { result: TrySearchResult }) {
  const offered = found.filter(({ isOffered }) => isOffered).length
  return (
    <div className="space-y-3">
      <p className="text-muted text-sm">
        {found.length === 0
          ? 'Nothing: no passage has a word of this question.'
          : offered === 0
            ? 'It would say nothing: no passage fits well enough.'
            : offered === 1
              ? 'It would offer one passage.'
              : `It would offer ${offered} passages.`}{' '}
        {terms.length > 0 ? `Searched by: ${terms.join(', ')}. ` : null}
        {MEANING_WORDS[meaning]}
      </p>
      <ol className="space-y-3">
        {found.map((passage) => (
          <FoundOne key={passage.passageId} passage={passage} />
        ))}
      </ol>
    </div>
  )
}

function FoundOne({ passage }: { passage: FoundPassage }) {
  const { title, section, text, words, fit, priceMicros, isOffered } = passage
  return (
    <li className="rounded-md border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
        <p className="min-w-0 break-words">
          <span className="font-medium">{title}</span>
          {section ? <span className="text-muted"> › {section}</span> : null}
        </p>
        <p className="tabular-nums flex flex-wrap items-center gap-x-3 text-muted">
          {isOffered ? <Badge tone="good">would be offered</Badge> : <Badge>not offered</Badge>}
          <span>fits {Math.round(fit * 100)} %</span>
          <span>{words === 1 ? '1 word' : `${words} words`}</span>
          <Credits micros={priceMicros} />
        </p>
      </div>
      <p className="measure mt-2 line-clamp-6 whitespace-pre-line break-words font-serif">{text}</p>
    </li>
  )
}
