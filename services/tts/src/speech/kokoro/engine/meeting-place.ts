import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { PROTOCOL_VERSION } from './protocol.ts'

/** Where the workers of one machine that use one VOICES_DIR meet their engine. */
export type MeetingPlace = { folder: string; socket: string; lock: string; log: string }

/** What a system takes as the address of a socket, in bytes (macOS takes the least). */
const LONGEST_ADDRESS = 103

/**
 * A folder that only this user can enter, short enough for a socket's address. Throws when somebody else was there
 * first, or it would be too long.
 */
export function meetingPlace(voicesDir: string, temporary: string = tmpdir()): MeetingPlace {
  const user = userInfo()
  const name = createHash('sha256')
    .update(`${PROTOCOL_VERSION}\n${resolve(voicesDir)}`)
    .digest('hex')
    .slice(0, 16)
  const parent = join(temporary, `and-scene-${user.uid}`)
  const folder = join(parent, name)
  const socket = join(folder, 'engine')
  if (Buffer.byteLength(socket) > LONGEST_ADDRESS)
    throw new Error(`The folder for temporary files, ${temporary}, has too long a name for a socket in it.`)
  for (const own of [parent, folder]) makePrivate(own, user.uid)
  return { folder, socket, lock: join(folder, 'lock'), log: join(folder, 'log') }
}

function makePrivate(folder: string, uid: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || (uid >= 0 && found.uid !== uid))
    throw new Error(`${folder} belongs to somebody else: natural voices need it.`)
  if (uid >= 0 && (found.mode & 0o077) !== 0) chmodSync(folder, 0o700)
}
