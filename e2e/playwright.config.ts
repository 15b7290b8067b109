import { defineConfig } from '@playwright/test'
import { availableParallelism } from 'node:os'

/** Commands set CHROMIUM to the browser they found; otherwise Debian's path. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

// Journeys download natural voices only on request; the platforms they start inherit this.
process.env['KOKORO'] ??= 'off'

/** The longest wait for one condition on a busy machine. */
const WAIT_MS = 60_000

export default defineConfig({
  projects: [
    { name: 'journeys', testDir: 'journeys' },
    // These tests measure sound to the millisecond, and natural voices use every core.
    { name: 'long', testDir: 'long', workers: 1 },
  ],
  globalSetup: './fixtures/shared-platform.ts',
  // Journeys listen in real time, so two need little more CPU than one; a worker runs the tests of a file in sequence.
  workers: Math.min(2, availableParallelism()),
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  timeout: 240_000,
  // A page first fills its empty cache on a busy machine; a passing test is not slower for a long timeout.
  expect: { timeout: WAIT_MS },
  reporter: [['list'], ...(process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['json'] as ['json']] : [])],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: WAIT_MS,
    navigationTimeout: WAIT_MS,
    locale: 'en-US',
    // Without animations nothing moves between press and release; quick-hands.spec.ts enables them.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--autoplay-policy=document-user-activation-required',
      ],
    },
  },
})
