import { unavailable } from '@andscene/service-kit/http-error'
import { createHash, randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

const NO_ROOM = 'Scripts cannot be uploaded right now. Please try again in a moment.'

/**
 * Stores a file on disk while it arrives. The file is unlinked when it is created (POSIX keeps an open file), so that
 * no other process can open it, and its space is freed when this process exits.
 */
export async function openSpool(folder: string) {
  const path = join(folder, `upload-${randomUUID()}`)
  const hash = createHash('sha256')
  let size = 0
  const handle = await openNameless(path)
  return {
    async write(chunk: Uint8Array): Promise<void> {
      hash.update(chunk)
      size += chunk.length
      try {
        await handle.writeFile(chunk)
      } catch (error) {
        // Usually a full disk.
        throw unavailable(NO_ROOM, error)
      }
    },
    /** SHA-256 of the written bytes; call it once, at the end. */
    digest: () => hash.digest('hex'),
    async read(): Promise<Buffer> {
      const bytes = Buffer.allocUnsafeSlow(size)
      for (let at = 0; at < size;) {
        const { bytesRead } = await handle.read(bytes, at, size - at, at)
        if (bytesRead === 0) throw unavailable(NO_ROOM)
        at += bytesRead
      }
      return bytes
    },
    /** Streams the file; not while another stream reads it. */
    stream: (): Readable => handle.createReadStream({ start: 0, autoClose: false }),
    /** May be called again. */
    close: () => handle.close(),
  }
}

async function openNameless(path: string): Promise<FileHandle> {
  try {
    const handle = await open(path, 'wx+', 0o600)
    await unlink(path).catch(async (error: unknown) => {
      await handle.close()
      throw error
    })
    return handle
  } catch (error) {
    throw unavailable(NO_ROOM, error)
  }
}

export type Spool = Awaited<ReturnType<typeof openSpool>>
