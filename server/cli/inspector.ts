import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { runCommand } from '@/server/cli/run-command'
import { readEnv } from '@/server/env'
import type { CheckCase } from '@/server/llm/check/cases'
import { type Examined, examine } from '@/server/llm/check/examine'
import { casesFor, reportOf, tableOf } from '@/server/llm/check/mark'
import { createModels } from '@/server/llm/directory'
import type { Model } from '@/server/llm/model'
import { createLog } from '@/server/log'
import { patientFetch } from '@/server/outbound/outbound'
import { type ModelFailure, stepFailureInWords } from '@/server/words/failures'

const HELP = `npm run inspector -- check            marks the inspector of the settings (OPENAI_BASE_URL, OPENAI_MODEL, …; the built-in one without)
npm run inspector -- check --built-in marks the built-in one whatever the settings say
                     --each <n>       takes so many cases of each kind, for a slow model
                     --json           prints the marks and what came of each case as JSON`

/** Each further case would fail in the same way: somebody must put it right first. */
const STOPS: readonly ModelFailure[] = [
  'unavailable',
  'limited',
  'server-failed',
  'key-refused',
  'model-missing',
  'quota',
  'misconfigured',
]

async function main(): Promise<number> {
  const wanted = argumentsOf(process.argv.slice(2))
  if (!wanted) {
    console.error(HELP)
    return 2
  }
  const models = createModels({ env: readEnv(), log: createLog('silent'), fetch: patientFetch() })
  const model = wanted.isBuiltIn ? models.builtIn : models.site
  const examined = await examineAll(model, casesFor(wanted.each))
  if ('failure' in examined) {
    console.error(`${model.name} was not marked. ${stepFailureInWords(examined.failure)}`)
    return 1
  }
  const report = reportOf(model.name, examined.all)
  console.log(wanted.isJson ? JSON.stringify(report, null, 2) : tableOf(report))
  for (const { id, failure } of wanted.isJson ? [] : report.failures)
    console.log(`${id}: ${stepFailureInWords(failure)}`)
  return 0
}

function argumentsOf(args: string[]): { isBuiltIn: boolean; isJson: boolean; each: number | null } | null {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: 'boolean' }, 'built-in': { type: 'boolean' }, each: { type: 'string' } },
    })
    const [command, ...rest] = positionals
    const each = values.each === undefined ? null : Number(values.each)
    if (command !== 'check' || rest.length > 0) return null
    if (each !== null && !(Number.isInteger(each) && each > 0)) return null
    return { isBuiltIn: values['built-in'] ?? false, isJson: values.json ?? false, each }
  } catch {
    // An option that there is not: the help names those that there are.
    return null
  }
}

/** One after another: a small server has room for one call, and times would say nothing of calls that wait. */
async function examineAll(
  model: Model,
  cases: readonly CheckCase[],
): Promise<{ all: Examined[] } | { failure: ModelFailure }> {
  const bar = new SingleBar({ format: 'check {bar} {value} of {total} cases', stream: process.stderr })
  const stop = new AbortController()
  const all: Examined[] = []
  bar.start(cases.length, 0)
  try {
    for (const one of cases) {
      const examined = await examine(model, one, { signal: stop.signal, now: () => performance.now() })
      if (examined.failure !== null && STOPS.includes(examined.failure)) return { failure: examined.failure }
      all.push(examined)
      bar.increment()
    }
    return { all }
  } finally {
    bar.stop()
  }
}

runCommand(main)
