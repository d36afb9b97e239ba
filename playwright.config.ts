import { defineConfig, devices } from '@playwright/test'

/** Each drives a browser and a market of its own. One more than the cores that machines have at least, for some journeys wait for a clock. */
const WORKERS = 3
/** A tree settles in a second or two; on a busy machine everything takes a few times as long. */
const TEST_MS = 90_000
const EXPECT_MS = 15_000

/** Which journeys are in a market other than the scripted one: one worker has them all, so each of these is started and verified once. */
const DEMO = ['accessibility.spec.ts', 'everyday.spec.ts', 'lab.spec.ts', 'visitors.spec.ts']
const MAILED = ['accounts.spec.ts']

/** The journeys of `e2e/`, run by `npm run test:e2e` (see `e2e/run.ts`), which says where the browser is. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: WORKERS,
  projects: [
    { name: 'mailed', testMatch: MAILED, workers: 1 },
    { name: 'demo', testMatch: DEMO, workers: 1 },
    { name: 'scripted', testIgnore: [...MAILED, ...DEMO] },
  ],
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: TEST_MS,
  expect: { timeout: EXPECT_MS },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
