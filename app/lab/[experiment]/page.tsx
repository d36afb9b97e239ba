import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { factsOf } from '@/app/lab/[experiment]/facts'
import { PublishedTable, ResultView } from '@/app/lab/[experiment]/result-view'
import { RunHere } from '@/app/lab/[experiment]/run-here'
import { besideText, PART_TITLES } from '@/app/lab/lab-words'
import { readRecorded } from '@/app/lab/recorded-files'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { Note } from '@/components/ui/feedback'
import { experiments } from '@/server/lab/experiments'
import { counted } from '@/server/words/amounts'

type Props = { params: Promise<{ experiment: string }> }

async function experimentOf({ params }: Props) {
  const { experiment: name } = await params
  return experiments.find((experiment) => experiment.name === name) ?? notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { title } = await experimentOf(props)
  return { title: `${title} · Lab` }
}

export default async function ExperimentPage(props: Props) {
  const experiment = await experimentOf(props)
  const facts = factsOf(experiment)
  const recorded = await readRecorded(experiment.name)
  return (
    <div className="page pb-24">
      <PageHeader
        eyebrow={
          <Breadcrumb
            items={[
              { label: 'Lab', href: '/lab' },
              { label: PART_TITLES[experiment.part] },
              { label: experiment.title },
            ]}
          />
        }
        title={experiment.title}
        lead={experiment.question}
      >
        <p className="measure mt-3 text-muted text-sm">{experiment.reproduces}</p>
      </PageHeader>
      <div className="space-y-14">
        <noscript>
          {/* Nothing of its own layout reaches what is in here. */}
          <div className="mb-14">
            <Note>
              Charts and runs need JavaScript; the tables with all their numbers, and the command, do not.
            </Note>
          </div>
        </noscript>
        <section aria-labelledby="ours" className="space-y-5">
          <div>
            <h2 id="ours" className="display text-xl">
              {facts.published.length > 0 ? `Ours, beside what is ${besideText(facts.published)}` : 'Ours'}
            </h2>
            {recorded ? (
              <p className="mt-1 text-muted text-sm">
                {counted(recorded.runs, 'run')} with seeds {recorded.seeds}, by{' '}
                <code className="break-words">{recorded.command}</code>.
              </p>
            ) : null}
            {facts.withModel ? (
              <p className="measure mt-1 text-muted text-sm">
                Agents here follow rules. What was published of language models is reproduced by{' '}
                <Link href={`/lab/${facts.withModel.name}`} className="underline hover:text-accent">
                  {facts.withModel.title}
                </Link>
                .
              </p>
            ) : null}
          </div>
          {recorded ? (
            <ResultView facts={facts} points={recorded.points} label={experiment.title} />
          ) : (
            <>
              <Note>
                {experiment.needsModel
                  ? 'It needs a language model, and no run of ours is kept with the code. Figures here come from runs alone.'
                  : 'No run of it is kept with the code yet.'}
              </Note>
              {facts.published.length > 0 ? <PublishedTable facts={facts} label={experiment.title} /> : null}
            </>
          )}
          <SourceNote />
        </section>
        <section aria-labelledby="run" className="space-y-5">
          <h2 id="run" className="display text-xl">
            Change it and run it
          </h2>
          <RunHere facts={facts} />
        </section>
      </div>
    </div>
  )
}

/** Whoever reads "REF" or "ab@11cd2ea89" must be able to find out what it is. */
function SourceNote() {
  return (
    <p className="measure text-muted text-sm">
      IB, AB and 004 are the papers; ib: and ab: their code. REF is a run of the published code with scripted
      agents and DER is arithmetic: both are ours and not printed by the papers.{' '}
      <code>docs/lab-specification.md</code> in the source has each of them.
    </p>
  )
}
