import { boundedProcesses } from './processes'
import type { TestTask } from './testing-child'

/** A market of its own, for a test that kills it: writes the id of its child, which then never ends by itself. */
const processes = boundedProcesses<TestTask, unknown>({
  file: 'server/shared/testing-child.ts',
  processes: 1,
  megabytes: 64,
  timeoutMs: 600_000,
  first: { does: 'nothing' },
})
const pid = await processes.run({ does: 'pid' })
void processes.run({ does: 'loop' })
process.stdout.write(`${pid}\n`)
