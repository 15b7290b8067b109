import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readResources, renderText, workloads } from './render.ts'

const make = (...args: string[]) =>
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'make-secrets.ts'), ...args], {
    encoding: 'utf8',
  })
const keysOf = (text: string) =>
  readResources(text).flatMap((resource) =>
    Object.keys((resource as unknown as { stringData: object }).stringData).map(
      (key) => `${resource.metadata.name}/${key}`,
    ),
  )

test('decision 0058: `npm run k8s:secrets -- small` creates every secret that the overlay requires to start', async () => {
  const wanted = workloads(readResources(await renderText('small'))).flatMap(({ pod }) =>
    pod.containers.flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }) => {
        const { name, key, optional } = valueFrom?.secretKeyRef ?? { name: '', key: '', optional: true }
        return optional ? [] : [`${name}/${key}`]
      }),
    ),
  )
  const made = keysOf(make('small'))
  expect(wanted.length).toBeGreaterThan(10)
  expect(wanted.filter((key) => !made.includes(key))).toEqual([])
  expect(made).toContain('and-scene-stores/redis-url')
  expect(make('small')).not.toBe(make('small'))
  // Other overlays use external stores, with their own passwords.
  expect(new Set(keysOf(make()).map((key) => key.split('/')[0]))).toEqual(new Set(['and-scene-keys']))
})
