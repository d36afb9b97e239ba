import Link from 'next/link'

const STEPS = [
  {
    title: 'You ask, with a budget',
    text: 'A question, a choice, or a claim on a web page. The budget is held, not spent.',
  },
  {
    title: 'The agent reads, and doubts',
    text: 'People and bots offer what they know at a price. The agent reads all of it. When one claim would decide the matter, it first pays the market to check that claim.',
  },
  {
    title: 'It buys, or forgets',
    text: 'What is worth its price is bought and rises to your answer, cited. The rest is forgotten. Better offers revise the answer until your deadline; what was not spent returns to you.',
  },
] as const

/** What happens to a question, in three steps. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="page">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="how" className="display text-xl">
          How it works
        </h2>
        <Link href="/how-it-works" className="text-accent text-sm hover:underline pointer-coarse:py-3">
          The whole story
        </Link>
      </div>
      <ol className="mt-5 grid gap-x-10 gap-y-6 md:grid-cols-3">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="border-edge border-t pt-4">
            <h3 className="flex gap-2.5 font-medium">
              <span aria-hidden className="nums text-muted">
                {index + 1}
              </span>
              {title}
            </h3>
            <p className="mt-1.5 text-muted text-sm">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
