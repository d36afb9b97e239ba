import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const exclude = [...configDefaults.exclude, 'e2e/**', '.next/**', '.data/**']

/**
 * Run once, on one of the two databases. On PGlite alone: what is its own, what a protocol asks of any server, what strangers' servers
 * reply, and rules that are computed beside the database. On the real one alone: which indexes a planner takes at the size that a market
 * may have.
 */
const NOT_ON_POSTGRES = [
  'db/drivers/pglite.db.test.ts',
  'db/lock-file.db.test.ts',
  'server/api/follow.db.test.ts',
  'server/api/mcp/conformance.db.test.ts',
  'server/api/mcp/mcp.db.test.ts',
  'server/api/rest/examples.db.test.ts',
  'server/api/rest/generated.db.test.ts',
  'server/demo/everyday.db.test.ts',
  'server/inspection/views/follow.db.test.ts',
  'server/market/private/sight.db.test.ts',
  'server/sellers/selling/figures.db.test.ts',
  'server/sellers/webhook/hostile.db.test.ts',
]
const NOT_ON_PGLITE = [
  'server/market/matching/index.db.test.ts',
  'server/market/matching/find-open.db.test.ts',
]

/**
 * Two projects: `unit` touches nothing outside the process, `db` opens a database. Run one of them with
 * `vitest run --project unit`.
 */
export default defineConfig({
  resolve: { alias: { '@': root.replace(/\/$/, '') } },
  test: {
    environment: 'node',
    // The default leaves one core idle, and of two that is half of the machine.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.db.test.ts'],
          // Generated tests run for seconds, on a slow machine for longer.
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          globalSetup: ['./db/testing-setup.ts'],
          exclude: [...exclude, ...(process.env.TEST_POSTGRES ? NOT_ON_POSTGRES : NOT_ON_PGLITE)],
          // The files of a worker share what they import: loading it anew for each was a third of the run. Data of a test is in its
          // database; who replaces a module loads what uses it afresh (`vi.resetModules`).
          isolate: false,
          testTimeout: 30_000,
          // A database that starts cold and migrates takes seconds.
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
