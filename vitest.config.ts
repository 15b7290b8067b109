import { defineConfig } from 'vitest/config'

// Tests download natural voices only on request.
process.env['KOKORO'] ??= 'off'

const NODE = ['packages/!(web-kit)', 'services/*', 'infra/*', 'bench']
const WEB = ['packages/web-kit', 'shells/*', 'remotes/*']
const files = (roots: string[], lane = '') => roots.map((root) => `${root}/src/**/*${lane}.test.{ts,tsx}`)
const exclude = ['**/node_modules/**', '**/*.{faults,pages,backends}.test.*']

const node = {
  environment: 'node',
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // What a test waits for comes late on a busy machine: one second, which is usual, is not enough.
  expect: { poll: { timeout: 15_000 } },
}
const web = {
  environment: './packages/testing/src/page-environment.ts',
  // Files share what node_modules hold, each in a context of its own: a quarter of the time.
  pool: 'vmThreads' as const,
  server: { deps: { inline: [/@andscene\//] } },
  testTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
}

// The lanes of docs/testing.md: node and web run in `npm test`, faults and pages in `npm run test:full`.
export default defineConfig({
  test: {
    // By default Vitest leaves a core idle; tests wait for processes and servers for much of their time.
    maxWorkers: '150%',
    globalSetup: './packages/testing/src/shared-redis.ts',
    projects: [
      { test: { ...node, name: 'node', include: files(NODE), exclude } },
      { test: { ...web, name: 'web', include: files(WEB), exclude } },
      { test: { ...node, name: 'faults', include: files(NODE, '.faults') } },
      { test: { ...web, name: 'pages', include: files(WEB, '.pages') } },
      {
        test: {
          ...node,
          name: 'backends',
          include: files(NODE, '.backends'),
          testTimeout: 60_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
