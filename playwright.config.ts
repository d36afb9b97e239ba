import { defineConfig, devices } from '@playwright/test'

/** Two: each drives a browser and a market of its own, and machines have two cores at least. */
const WORKERS = 2
/** A tree settles in a second or two; on a busy machine everything takes a few times as long. */
const TEST_MS = 90_000
const EXPECT_MS = 15_000

/** The journeys of `e2e/`, run by `npm run test:e2e` (see `e2e/run.ts`), which says where the browser is. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: WORKERS,
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
