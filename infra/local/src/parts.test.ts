import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownParts } from './parts.ts'
import { ROOT } from './paths.ts'
import { partsInput as input } from './testing/parts-input.ts'

/** Names of the parts whose environment contains `name`. */
const partsWith = (name: string, embedded = true) =>
  ownParts(input({ [name]: 'x', PATH: '/bin' }, embedded))
    .filter((part) => part.env[name] !== undefined)
    .map((part) => part.name)

const STORING = ['scripts', 'tts', 'subscriptions', 'worker-1']
const SPEAKING = ['tts', 'worker-1']

const targets = (env: Record<string, string>) =>
  ownParts(input(env)).flatMap(({ name, env: told }) =>
    told['OPERATOR_TARGETS'] === undefined ? [] : [[name, told['OPERATOR_TARGETS']]],
  )

describe('product §10: each part receives only its own secrets', () => {
  test.each([
    ['MONGODB_URI', STORING],
    ['S3_ACCESS_KEY', SPEAKING],
    ['S3_SECRET_KEY', SPEAKING],
    ['AZURE_SPEECH_KEY', SPEAKING],
    ['OPENAI_SPEECH_KEY', SPEAKING],
    ['OPERATOR_TOKEN', ['tts']],
    ['VOICES_DIR', SPEAKING],
    ['PIP_INDEX_URL', SPEAKING],
    ['npm_config_registry', SPEAKING],
    ['REDIS_URL', ['gateway', 'scripts', 'tts', 'worker-1']],
    ['REDIS_SENTINELS', ['gateway', 'scripts', 'tts', 'worker-1']],
    ['REDIS_PASSWORD', ['gateway', 'scripts', 'tts', 'worker-1']],
    ['REDIS_SENTINEL_PASSWORD', ['gateway', 'scripts', 'tts', 'worker-1']],
    ['REDIS_MAXMEMORY', []],
    ['INTERNAL_PRIVATE_KEY', ['gateway', 'scripts', 'tts', 'worker-1']],
    ['IDENTITY_PRIVATE_KEY', ['identity']],
    ['IDENTITY_SECRET', ['identity', 'gateway', 'scripts', 'edge']],
    ['IDENTITY_PUBLIC_KEY', ['gateway']],
    ['SMTP_URL', ['scripts']],
    ['OTEL_EXPORTER_OTLP_HEADERS', ['gateway', 'scripts', 'tts', 'subscriptions', 'worker-1', 'edge']],
    ['DEMO_PASSWORD', ['identity']],
    ['HTTPS_PROXY', SPEAKING],
    ['GOOGLE_APPLICATION_CREDENTIALS', []],
    ['AWS_SECRET_ACCESS_KEY', []],
    ['GITHUB_TOKEN', []],
    ['NODE_OPTIONS', []],
    ['FIREBASE_AUTH_EMULATOR_HOST', []],
  ])('%s reaches %o', (name, parts) => expect(partsWith(name)).toEqual(parts))

  test.each([
    ['GOOGLE_APPLICATION_CREDENTIALS', ['gateway', 'scripts']],
    ['HTTPS_PROXY', ['gateway', 'scripts', ...SPEAKING]],
    ['IDENTITY_SECRET', []],
  ])('with real identity %s reaches %o', (name, parts) => expect(partsWith(name, false)).toEqual(parts))

  test('only tts receives the metrics targets, and only if its operators’ page is enabled', () => {
    expect(targets({})).toEqual([])
    const own = 'edge=http://127.0.0.1:8,identity=http://127.0.0.1:9,gateway=http://127.0.0.1:3,'
    const others = 'scripts=http://127.0.0.1:4,tts=http://127.0.0.1:5,subscriptions=http://127.0.0.1:6,'
    const all = `${own}${others}worker=http://127.0.0.1:7`
    expect(targets({ OPERATOR_TOKEN: 'x' })).toEqual([['tts', all]])
    const more = 'worker=http://10.0.0.1:8080'
    expect(targets({ OPERATOR_TOKEN: 'x', OPERATOR_TARGETS: more })).toEqual([['tts', `${all},${more}`]])
  })

  test('what the launcher generates is not read from its environment', () => {
    const env = { IDENTITY_SECRET: 'mine', INTERNAL_PRIVATE_KEY: 'mine', REDIS_URL: 'mine', HOST: '0.0.0.0' }
    for (const part of ownParts(input(env))) expect(Object.values(part.env)).not.toContain('mine')
  })
})

test('only the edge receives the address of a proxy in front; the gateway trusts the edge', () => {
  expect(partsWith('TRUSTED_PROXIES')).toEqual(['edge'])
  expect(partsWith('PUBLIC_ORIGIN')).toEqual(['identity', 'gateway', 'scripts', 'edge'])
})

test('architecture §4: parts receive NODE_ENV=production, so that they reject development settings too', () => {
  for (const part of ownParts(input({ NODE_ENV: 'production' })))
    expect(part.env['NODE_ENV']).toBe('production')
  expect(partsWith('ALLOW_PUBLIC_EMULATOR')).toEqual(['identity', 'gateway', 'scripts'])
})

test('decision 0054: C library settings make every part release freed memory, unless the operator sets others', () => {
  for (const part of ownParts(input({})))
    expect(part.env).toMatchObject({ MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '16384' })
  for (const part of ownParts(input({ MALLOC_ARENA_MAX: '4' })))
    expect(part.env).toMatchObject({ MALLOC_ARENA_MAX: '4', MALLOC_MMAP_THRESHOLD_: '16384' })
})

test.each([
  ['the sum of the threads of all workers', { SPEECH_THREADS: '2' }, '6'],
  ['the configured number of threads', { SPEECH_THREADS: '2', SPEECH_ENGINE_THREADS: '1' }, '1'],
  ['as many threads as processors by default', {}, String(availableParallelism())],
])('all workers share one engine for natural voices with %s', (_what, env, threads) => {
  const given = input(env)
  const workers = ownParts({ ...given, ports: { ...given.ports, workers: [7, 8, 9] } }).filter(({ name }) =>
    name.startsWith('worker-'),
  )
  expect(workers.map((part) => part.env['SPEECH_ENGINE_THREADS'])).toEqual([threads, threads, threads])
})

describe('every setting that a process reads is passed to it', () => {
  const PARTS = { gateway: 'gateway', scripts: 'scripts', tts: 'worker-1', subscriptions: 'subscriptions' }
  /** Set by operators who start the process without the launcher. */
  const OTHER = [
    'HOST',
    'FIREBASE_AUTH_EMULATOR_HOST',
    'TRUSTED_PROXIES',
    'OPERATOR_TOKEN',
    'OPERATOR_TARGETS',
    'OPERATOR_WRITES',
    'WORKER_DRAIN_MS',
  ]
  const settings = Object.entries(PARTS).flatMap(([service, part]) =>
    globSync(`services/${service}/src/**/config.ts`, { cwd: ROOT }).flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^ +([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+):/gm)]
        .map((match) => [part, match[1] ?? ''] as const)
        .filter(([, name]) => !OTHER.includes(name)),
    ),
  )
  test.each(settings)('%s receives %s', (part, name) => expect(partsWith(name)).toContain(part))
  test('more than 20 settings are found', () => expect(settings.length).toBeGreaterThan(20))
})
