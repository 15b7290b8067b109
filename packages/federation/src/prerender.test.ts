import type { Compiler } from '@rspack/core'
import { expect, test } from 'vitest'
import { baseConfig } from './base-config.ts'
import { prerender } from './prerender.ts'

test('closes the compiler when the compilation fails', async () => {
  let closed = 0
  const plugin = {
    apply: ({ hooks }: Compiler) => {
      hooks.run.tapPromise('test', () => Promise.reject(new Error('disk full')))
      hooks.shutdown.tap('test', () => (closed += 1))
    },
  }
  const base = { ...baseConfig(import.meta.dirname, 'sample'), plugins: [plugin] }
  const page = { path: '/', page: './page.tsx', prerender: true, access: 'any' as const, errorText: '' }
  await expect(prerender(base, { name: 'sample', routes: [page] })).rejects.toThrow('disk full')
  expect(closed).toBe(1)
})
