import { parseArgs } from 'node:util'
import { type Bench, jsonLine } from './lib/result'

/** Loaded when run: each brings its own servers. A bench may print several figures. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  api_overhead: async () => (await import('./api-overhead')).apiOverhead,
  badge_growth: async () => (await import('./badge')).badgeGrowth,
  corpus_recall: async () => (await import('./corpus-recall/corpus-recall')).corpusRecall,
  corpus_search: async () => (await import('./corpus-search')).corpusSearch,
  embed_bytes: async () => (await import('./embed')).embedBytes,
  embed_shift: async () => (await import('./embed')).embedShift,
  engine_overhead: async () => (await import('./engine-overhead')).engineOverhead,
  lab_cores: async () => (await import('./lab')).labCores,
  lab_crash_year: async () => (await import('./lab-crash')).labCrashYear,
  lab_growth: async () => (await import('./lab-crash')).labGrowth,
  ledger_vs_pgbench: async () => (await import('./ledger-vs-pgbench')).ledgerVsPgbench,
  list_growth: async () => (await import('./list')).listGrowth,
  match_growth: async () => (await import('./match')).matchGrowth,
  match_vs_scan: async () => (await import('./match')).matchVsScan,
  page_lookup_growth: async () => (await import('./page-lookup')).pageLookupGrowth,
  round_trips_per_step: async () => (await import('./round-trips')).roundTripsPerStep,
  trees_at_once_200: async () => (await import('./trees-at-once')).treesAtOnce,
  value_cost: async () => (await import('./value-cost')).valueCost,
  similar_growth: async () => (await import('./similar')).similarGrowth,
  theory_worlds: async () => (await import('./lab')).theoryWorlds,
}

/** `npm run bench [name] -- [--pairs 15] [--seconds 3] [--seed 1]`: one JSON line per figure, all benches without a name. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      pairs: { type: 'string', default: '15' },
      seconds: { type: 'string', default: '3' },
      seed: { type: 'string', default: '1' },
    },
  })
  const options = {
    pairs: atLeastOne('pairs', values.pairs),
    seconds: atLeastOne('seconds', values.seconds),
    seed: atLeastOne('seed', values.seed),
  }
  for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHES)) {
    const load = BENCHES[name]
    if (!load) throw new Error(`There is no bench “${name}”. There are: ${Object.keys(BENCHES).join(', ')}.`)
    const bench = await load()
    for (const result of await bench(options)) console.log(jsonLine(result))
  }
}

function atLeastOne(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a whole number from 1 on.`)
  return number
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
