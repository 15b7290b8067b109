import { listening } from '@andscene/testing/listening'
import AdmZip from 'adm-zip'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { create } from 'tar'
import { onTestFinished } from 'vitest'
import type { ModelPart, NpmPackage } from '../spec.ts'

/** An npm registry with the test's packages. */
export async function startNpmRegistry(folder: string) {
  const files = new Map<string, Buffer>()
  const documents = new Map<string, string>()
  const asked: string[] = []
  const server = await listening(
    createServer((request, response) => {
      const name = decodeURIComponent(request.url ?? '').slice(1)
      asked.push(name)
      const body = files.get(name) ?? documents.get(name)
      response.writeHead(body === undefined ? 404 : 200).end(body)
    }),
  )
  onTestFinished(server.close)
  const url = `${server.url}/`
  return {
    url,
    asked,
    /** Adds a package: its files by their paths. */
    async add(name: string, version: string, contents: Record<string, string | Buffer>): Promise<NpmPackage> {
      const top = path.join(folder, `${name}-${version}`)
      const all = { 'package.json': JSON.stringify({ name, version, main: 'dist/index.js' }), ...contents }
      for (const [file, content] of Object.entries(all)) {
        await mkdir(path.dirname(path.join(top, 'package', file)), { recursive: true })
        await writeFile(path.join(top, 'package', file), content)
      }
      await create({ gzip: true, cwd: top, file: `${top}.tgz` }, ['package'])
      const packed = await readFile(`${top}.tgz`)
      const integrity = `sha512-${createHash('sha512').update(packed).digest('base64')}`
      const tarball = `${name}/-/${name}-${version}.tgz`
      files.set(tarball, packed)
      const dist = { tarball: `${url}${tarball}`, integrity }
      const versions = { [version]: { name, version, dist } }
      documents.set(name, JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
      return { name, version, integrity }
    },
  }
}

/** Wheels that each hold a part of `model`, in a folder for pip's --find-links. */
export async function makeWheels(folder: string, model: Buffer, count: number): Promise<ModelPart[]> {
  await mkdir(folder, { recursive: true })
  const parts: ModelPart[] = []
  const size = Math.ceil(model.length / count)
  for (let n = 1; n <= count; n += 1) {
    const content = model.subarray((n - 1) * size, n * size)
    const [name, version] = [`andscene-part-${n}`, '0.1.0']
    const top = name.replaceAll('-', '_')
    const info = `${top}-${version}.dist-info`
    const zip = new AdmZip()
    zip.addFile(`${top}/part.bin`, content)
    zip.addFile(
      `${info}/METADATA`,
      Buffer.from(`Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`),
    )
    const tag = 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n'
    zip.addFile(`${info}/WHEEL`, Buffer.from(tag))
    zip.addFile(`${info}/RECORD`, Buffer.from(''))
    const wheel = zip.toBuffer()
    await writeFile(path.join(folder, `${top}-${version}-py3-none-any.whl`), wheel)
    const sha256 = createHash('sha256').update(wheel).digest('hex')
    parts.push({ package: name, version, sha256, wheelBytes: wheel.length, bytes: content.length })
  }
  return parts
}
