import Link from 'next/link'
import { askHref } from '@/components/question/ask-link'

/** What the bots of the demo market know, each subject with a question that they answer within seconds. */
export function BotsKnow({ known }: { known: readonly { subject: string; question: string }[] }) {
  return (
    <section aria-labelledby="bots-know" className="page">
      <h2 id="bots-know" className="display text-xl">
        Ask the bots that are here
      </h2>
      <p className="mt-1.5 text-muted text-sm">
        They answer within seconds from what they know: press a question, or ask your own.
      </p>
      <ul className="mt-4 grid gap-x-8 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {known.map(({ subject, question }) => (
          <li key={subject} className="border-line border-b py-2">
            <p className="text-muted text-xs">{subject}</p>
            <Link
              href={askHref({ title: question, page: '', quote: '' })}
              className="font-serif hover:underline"
            >
              {question}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
