import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const exclude = [...configDefaults.exclude, 'e2e/**', '.next/**', '.data/**']

/**
 * Rooms that stand on what a database is like: drivers, locks, money, the engine, sight, matching, copies, keys, jobs, and the demo that
 * most people start with. They run on both.
 */
const ON_BOTH = [
  'db',
  'server/ledger',
  'server/inspection',
  'server/market/private',
  'server/market/matching',
  'server/verify',
  'server/backup',
  'server/keys',
  'server/jobs',
  'server/demo',
].map((room) => `${room}/**/*.db.test.ts`)

/**
 * On PGlite alone: what is its own, what a protocol asks of any server, what strangers' servers reply, and rules that are computed beside
 * the database. All other rooms run on the real one alone, where calls happen at once; the journeys run them on PGlite too.
 */
const ON_PGLITE_ALONE = [
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

/** Which indexes a planner takes at the size that a market may have. */
const ON_POSTGRES_ALONE = [
  'server/market/matching/index.db.test.ts',
  'server/market/matching/find-open.db.test.ts',
]

const EVERY_ROOM = '**/*.db.test.ts'

/** `npm test` shares the rooms out; `npx vitest run --project db`, with or without TEST_POSTGRES, takes all of them. */
function databaseTests(): { include: string[]; exclude: string[] } {
  const everything = { include: [EVERY_ROOM], exclude: [] }
  if (!process.env.TEST_SHARED_OUT) return everything
  if (process.env.TEST_POSTGRES) return { ...everything, exclude: ON_PGLITE_ALONE }
  return { include: [...ON_BOTH, ...ON_PGLITE_ALONE], exclude: ON_POSTGRES_ALONE }
}

const ofDatabase = databaseTests()

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
    // The files of a worker share what they import: loading it anew for each was a third of the run. Data of a test is its own, or in its
    // database; who replaces a module loads what uses it afresh (`vi.resetModules`).
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.db.test.ts'],
          setupFiles: ['./components/testing-setup.ts'],
          // Generated tests run for seconds, on a slow machine for longer.
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: ofDatabase.include,
          globalSetup: ['./db/testing-setup.ts'],
          exclude: [...exclude, ...ofDatabase.exclude],
          testTimeout: 30_000,
          // A database that starts cold and migrates takes seconds.
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
