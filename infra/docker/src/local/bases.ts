import { OperatorError } from '@andscene/service-kit/operator-error'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { outcome, run } from '../run.ts'

type Making = {
  podman: (args: readonly string[]) => Promise<string>
  folder: string
  say: (line: string) => void
}

const BASE = 'localhost/andscene-base:bookworm'
const NODE = `localhost/andscene-node:${process.versions.node}`
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

const CONTAINERFILE = `FROM ${BASE}
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY ca-certificates.crt ${CERTIFICATES}
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
# Registries that this machine reaches by a proxy with certificates of its own.
ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}
`

/**
 * Replacements for the official images of Debian and Node, built once: Debian with mmdebstrap, Node from the npm
 * package.
 */
export async function makeBases(making: Making): Promise<Record<string, string>> {
  await makeBase(making)
  await makeNode(making)
  return { NODE_IMAGE: NODE, BASE_IMAGE: BASE }
}

const exists = async ({ podman }: Making, image: string): Promise<boolean> =>
  podman(['image', 'exists', image]).then(
    () => true,
    () => false,
  )

async function makeBase(making: Making): Promise<void> {
  if (await exists(making, BASE)) return
  making.say('Making a Debian base image (mmdebstrap), once.')
  const work = await mkdtemp(path.join(making.folder, 'base-'))
  try {
    const tar = path.join(work, 'base.tar')
    await run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', tar])
    await making.podman(['import', tar, BASE])
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function makeNode(making: Making): Promise<void> {
  if (await exists(making, NODE)) return
  making.say(`Making an image with Node ${process.versions.node} and npm, once.`)
  const work = await mkdtemp(path.join(making.folder, 'node-'))
  try {
    await copyFile(process.execPath, path.join(work, 'node'))
    await cp(await npmFolder(), path.join(work, 'npm'), { recursive: true, dereference: true })
    await copyFile(CERTIFICATES, path.join(work, 'ca-certificates.crt'))
    await writeFile(path.join(work, 'Containerfile'), CONTAINERFILE)
    await making.podman(['build', '-q', '-t', NODE, work])
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function npmFolder(): Promise<string> {
  const { output } = await outcome('npm', ['root', '--global'])
  const folder = path.join(output.trim(), 'npm')
  if (existsSync(path.join(folder, 'bin/npm-cli.js'))) return folder
  throw new OperatorError('npm was not found: install it together with Node.')
}
