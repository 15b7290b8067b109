import { OperatorError } from '@andscene/service-kit/operator-error'
import { buildRevision } from '@andscene/service-kit/process/build-revision'
import path from 'node:path'
import { engine, type Engine } from './engine.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Targets of the Containerfile that become images. */
export const KINDS = ['service', 'worker', 'web', 'identity', 'voices'] as const
export type Kind = (typeof KINDS)[number]

/** The default image name in compose.yaml. */
export const imageOf = (kind: string): string => `andscene/${kind}:local`

export type BuiltImage = { kind: string; image: string; bytes: number; seconds: number }

export async function buildImages(
  on: Engine,
  kinds: readonly string[],
  say: (line: string) => void,
): Promise<BuiltImage[]> {
  const unknown = kinds.find((kind) => !(KINDS as readonly string[]).includes(kind))
  if (unknown !== undefined)
    throw new OperatorError(`There is no image "${unknown}". There are: ${KINDS.join(', ')}.`)
  const revision = await buildRevision(process.env, ROOT)
  const told = { ...on, bases: { ...on.bases, ...(revision && { BUILD_REVISION: revision }) } }
  const built: BuiltImage[] = []
  for (const kind of kinds) {
    const begun = performance.now()
    say(`Building ${imageOf(kind)}.`)
    await build(told, { file: 'infra/docker/Containerfile', target: kind, image: imageOf(kind) })
    const seconds = (performance.now() - begun) / 1_000
    built.push({ kind, image: imageOf(kind), bytes: await sizeOf(on, imageOf(kind)), seconds })
  }
  return built
}

/** Builds one target; `context` defaults to the project's root. */
export async function build(
  on: Engine,
  options: { file: string; target: string; image: string; context?: string },
): Promise<void> {
  const { file, target, image, context = ROOT } = options
  const bases = Object.entries(on.bases).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
  // Podman's own image format has no health checks.
  const format = on.program === 'podman' ? ['--format', 'docker'] : []
  await engine(on, ['build', ...format, ...bases, '-f', file, '--target', target, '-t', image, context], {
    cwd: ROOT,
  })
}

export const sizeOf = async (on: Engine, image: string): Promise<number> =>
  Number(await engine(on, ['image', 'inspect', '--format', '{{.Size}}', image]))

/** Prints the sizes as a table. */
export const printSizes = (images: readonly BuiltImage[]): void =>
  console.table(
    images.map(({ image, bytes, seconds }) => ({
      image,
      MB: Math.round(bytes / 1e6),
      'built in s': Math.round(seconds),
    })),
  )
