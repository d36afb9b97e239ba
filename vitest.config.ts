import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const exclude = [...configDefaults.exclude, 'e2e/**', '.next/**', '.data/**']

/** What these hold is the same on any database: the run on PGlite has them, and that on Postgres need not have them again. */
const OF_NO_DATABASE = [
  'db/drivers/pglite.db.test.ts',
  'db/lock-file.db.test.ts',
  'server/api/mcp/conformance.db.test.ts',
  'server/api/rest/generated.db.test.ts',
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
          exclude: process.env.TEST_POSTGRES ? [...exclude, ...OF_NO_DATABASE] : exclude,
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
