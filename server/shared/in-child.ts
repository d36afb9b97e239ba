import { Worker } from 'node:worker_threads'

/**
 * Loaded first by every child of `processes.ts`. Its own thread looks on, because a text that never ends lets no timer of the
 * child run: it kills the child when the market is gone (its parent is another then), or when the child holds more memory than it may,
 * heap or not.
 */
const LOOKS_ON = `
  const { pid, ppid, env } = process
  const bytesMax = Number(env.RESIDENT_MEGABYTES_MAX) * 2 ** 20
  setInterval(() => {
    if (process.ppid !== ppid || process.memoryUsage.rss() > bytesMax) process.kill(pid, 'SIGKILL')
  }, 50)
`
new Worker(LOOKS_ON, { eval: true, execArgv: [] }).unref()

// Libraries write warnings that quote what they read; the log is for others to read.
process.stdout.write = () => true
process.stderr.write = () => true
