'use client'

import { Button } from '@/components/ui/button'

export type AskExamplesProps = {
  known: readonly { subject: string; question: string }[]
  /** Puts a question into the form. */
  onChoose: (question: string) => void
}

/** What the market's bots know something about; one press fills in a question that they answer. */
export function AskExamples({ known, onChoose }: AskExamplesProps) {
  if (known.length === 0) return null
  return (
    <section aria-labelledby="bots-know">
      <h2 id="bots-know" className="eyebrow">
        Bots here know something about
      </h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {known.map(({ subject, question }) => (
          <li key={subject}>
            <Button
              type="button"
              size="sm"
              title={question}
              aria-label={`${subject}: ask “${question}”`}
              onClick={() => onChoose(question)}
            >
              {subject}
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-muted text-xs">
        Press one for a question that they answer. Anything else may be asked as well.
      </p>
    </section>
  )
}
