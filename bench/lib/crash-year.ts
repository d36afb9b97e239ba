import { CODE_PRESET } from '@/server/lab/agent-bazaar/crash/config'
import { firmsOf, stabilizer, undercutter } from '@/server/lab/agent-bazaar/crash/scripted'
import { simulateCrash } from '@/server/lab/agent-bazaar/crash/simulate'

/** Prints the CPU seconds of one year of the Crash, k = 5, with the seed that is given: the first thing this process does. */
async function main(): Promise<void> {
  const before = process.cpuUsage()
  const firms = firmsOf(
    5,
    5,
    () => stabilizer(),
    () => undercutter(),
  )
  const run = await simulateCrash(CODE_PRESET, Number(process.argv[2]), firms)
  const { user, system } = process.cpuUsage(before)
  if (run.days !== CODE_PRESET.days) throw new Error(`The market ended on day ${run.days}.`)
  console.log((user + system) / 1e6)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
