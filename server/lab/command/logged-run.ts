import type { Experiment, Json, Outcome, RunTools } from '../experiment'
import { type Job, runJob } from '../grid'

/** An outcome with its event log as JSON Lines; null when nobody wants it. */
export type Done = { outcome: Outcome; log: string | null }

/** @throws Error that names the experiment, the seed, the point and the reason. */
export async function runLogged(
  experiment: Experiment,
  job: Job,
  { hasLog, ...tools }: Pick<RunTools, 'chat' | 'signal' | 'data'> & { hasLog: boolean },
): Promise<Done> {
  const lines: string[] = []
  const record = (event: Json) => lines.push(`${JSON.stringify(event)}\n`)
  try {
    const outcome = await runJob(experiment, job, hasLog ? { ...tools, record } : tools)
    return { outcome, log: hasLog ? lines.join('') : null }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `${experiment.name} failed with seed ${job.seed} at ${JSON.stringify(job.values)}: ${reason}`,
      { cause: error },
    )
  }
}
