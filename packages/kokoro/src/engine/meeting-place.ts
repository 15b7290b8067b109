import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { RUNTIME_VERSION } from '../model/spec.ts'
import { ENGINE_VERSION, PROTOCOL_VERSION } from './protocol.ts'
import type { EngineSettings } from './process/run-engine.ts'

export type MeetingPlace = { folder: string; socket: string; lock: string; pid: string; log: string }

/** What a system takes as the address of a socket, in bytes (macOS takes the least). */
const LONGEST_ADDRESS = 103

/** Releases that differ in any of these do not share an engine. */
const RELEASE = { protocol: PROTOCOL_VERSION, runtime: RUNTIME_VERSION, engine: ENGINE_VERSION }

/** A folder of this user alone, short enough for a socket. Throws when another user has it, or it is too long. */
export function meetingPlace(
  {
    voicesDir,
    modelFolder,
    temporary = tmpdir(),
  }: Pick<EngineSettings, 'voicesDir' | 'modelFolder' | 'temporary'>,
  { protocol, runtime, engine }: { protocol: number; runtime: string; engine: string } = RELEASE,
): MeetingPlace {
  const user = userInfo()
  const name = createHash('sha256')
    .update(JSON.stringify([protocol, runtime, engine, resolve(voicesDir), resolve(modelFolder)]))
    .digest('hex')
    .slice(0, 16)
  const parent = join(temporary, `and-scene-${user.uid}`)
  const folder = join(parent, name)
  const socket = join(folder, 'engine')
  if (Buffer.byteLength(socket) > LONGEST_ADDRESS)
    throw new Error(`The folder for temporary files, ${temporary}, has too long a name for a socket in it.`)
  for (const own of [parent, folder]) makePrivate(own, user.uid)
  return { folder, socket, lock: join(folder, 'lock'), pid: join(folder, 'pid'), log: join(folder, 'log') }
}

function makePrivate(folder: string, uid: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || (uid >= 0 && found.uid !== uid))
    throw new Error(`${folder} belongs to another user: natural voices need it.`)
  if (uid >= 0 && (found.mode & 0o077) !== 0) chmodSync(folder, 0o700)
}
