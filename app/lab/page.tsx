import type { Metadata } from 'next'
import Link from 'next/link'
import { PART_TITLES } from '@/app/lab/lab-words'
import { readReport } from '@/app/lab/recorded-files'
import { ReportList } from '@/app/lab/report'
import { PageHeader } from '@/components/shell/page-header'
import { durationWords } from '@/server/lab/duration-words'
import type { Experiment } from '@/server/lab/experiment'
import { experiments } from '@/server/lab/experiments'
import { jobsOf } from '@/server/lab/grid'
import { parameterFields } from '@/server/lab/parameter-fields'
import { VERDICTS } from '@/server/lab/row'
import { secondsOfSeed } from '@/server/lab/run-time'
import { counted } from '@/server/words/amounts'

export const metadata: Metadata = { title: 'Lab' }

export default async function LabPage() {
  const report = await readReport()
  const parts = [...new Set(experiments.map(({ part }) => part))]
  return (
    <div className="page pb-24">
      <PageHeader
        title="Lab"
        lead="The experiments of the papers that this market rests on, run on its own protocol: what was published beside what came out here, and where the two disagree."
      />
      <div className="space-y-14">
        {parts.map((part) => (
          <section key={part} aria-labelledby={part} className="space-y-4">
            <h2 id={part} className="display text-xl">
              {PART_TITLES[part]}
            </h2>
            <ul className="divide-y divide-line border-line border-y">
              {experiments
                .filter((experiment) => experiment.part === part)
                .map((experiment) => (
                  <ExperimentRow key={experiment.name} experiment={experiment} />
                ))}
            </ul>
          </section>
        ))}
        {report.length > 0 ? (
          <section aria-labelledby="reproduced" className="space-y-4">
            <div>
              <h2 id="reproduced" className="display text-xl">
                What was published, and what came out
              </h2>
              <p className="measure mt-1 text-muted text-sm">
                {VERDICTS.map(
                  (verdict) => `${report.filter((row) => row.verdict === verdict).length} ${verdict}`,
                ).join(', ')}
                . Recorded by <code>npm run lab -- record</code>; rows that need a language model run by{' '}
                <code>npm run lab -- reproduce</code> against any compatible server.
              </p>
            </div>
            <ReportList report={report} />
          </section>
        ) : null}
      </div>
    </div>
  )
}

function ExperimentRow({ experiment }: { experiment: Experiment }) {
  const runs = jobsOf(experiment, {}).length
  const fields = parameterFields(experiment)
  const seconds = experiment.seeds.length * secondsOfSeed({ ...experiment, fields }, {})
  return (
    <li className="relative py-4">
      <Link
        href={`/lab/${experiment.name}`}
        className="font-medium after:absolute after:inset-0 hover:text-accent hover:underline"
      >
        {experiment.title}
      </Link>
      <p className="measure mt-0.5">{experiment.question}</p>
      <p className="mt-1 text-muted text-sm">
        {counted(runs, 'run')}, {durationWords(seconds)}
        {experiment.needsModel ? ', needs a language model' : ''}. {experiment.reproduces}
      </p>
    </li>
  )
}
