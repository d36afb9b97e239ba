import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { AskDraft } from '@/components/question/ask-draft'
import type { AskFormHandle } from '@/components/question/ask-form-handle'
import { type Guess, guessKind } from '@/components/question/guess-kind'

type Decided = Pick<AskDraft, 'kind' | 'options' | 'claim'>

const draftOf = (guess: Guess): Decided => ({
  kind: guess.kind,
  options: guess.kind === 'choice' ? guess.options.map((text) => ({ text })) : [{ text: '' }, { text: '' }],
  claim: guess.kind === 'belief' ? guess.claim : '',
})

const inWords = ({ kind, options, claim }: Decided) =>
  [kind, claim, ...options.map(({ text }) => text)].join('\n')

/** Sets the kind of a question by its words while they are typed, until somebody has changed what was guessed. */
export function useGuessedKind(form: AskFormHandle): void {
  const title = useWatch({ control: form.control, name: 'title' })
  const guessed = useRef<Decided>(draftOf({ kind: 'open' }))
  useEffect(() => {
    const [kind, options, claim] = form.getValues(['kind', 'options', 'claim'])
    if (inWords({ kind, options, claim }) !== inWords(guessed.current)) return
    const next = draftOf(guessKind(title))
    if (inWords(next) === inWords(guessed.current)) return
    guessed.current = next
    form.setValue('kind', next.kind)
    form.setValue('options', next.options)
    form.setValue('claim', next.claim)
  }, [title, form])
}
