import { defineConfig } from 'vitest/config'

// Tests fetch no natural voices unless they say so.
process.env['KOKORO'] ??= 'off'

// One runner for all units. Web packages run in jsdom, everything else in Node.
const WEB = ['packages/web-kit', 'shells/*', 'remotes/*']
const include = (roots: string[]) => roots.map((root) => `${root}/src/**/*.test.{ts,tsx}`)

export default defineConfig({
  test: {
    // Vitest leaves a core idle unless told; much of a test's time is waiting for processes and servers of its own.
    maxWorkers: '150%',
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: include(['packages/*', 'services/*', 'infra/*', 'bench']),
          exclude: [...include(['packages/web-kit']), '**/*.backends.test.ts', '**/node_modules/**'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          // What a test waits for comes late on a busy machine: one second, which is usual, is not enough.
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'web',
          environment: './packages/testing/src/page-environment.ts',
          // Files share what node_modules hold, each in a context of its own: a quarter of the time.
          pool: 'vmThreads',
          server: { deps: { inline: [/@andscene\//] } },
          include: include(WEB),
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'backends',
          environment: 'node',
          include: ['services', 'packages', 'infra'].map((root) => `${root}/*/src/**/*.backends.test.ts`),
          testTimeout: 60_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
