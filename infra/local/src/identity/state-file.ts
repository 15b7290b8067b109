import stateModule, { type OobCode, type User } from 'firebase-tools/lib/emulator/auth/state.js'
import { mkdir, readFile, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '../failure.ts'
import { replaceFile } from '../replace-file.ts'
import { Mailbox, type StoredMail } from './mailbox.ts'

const FILE = 'accounts.json'
const { AgentProjectState } = stateModule
export type WriteListener = (outcome: 'ok' | 'failed', seconds: number) => void
export type IdentityState = InstanceType<typeof AgentProjectState>

/** Files of releases without the mailbox have no `mails`. */
type Saved = { version: 1; users: User[]; oobs: OobCode[]; mails?: StoredMail[] }

/** Accounts, valid e-mail codes and mails of the embedded identity, in one file that is replaced atomically. */
export class StateFile {
  readonly #file: string
  readonly #state: IdentityState
  readonly #mailbox: Mailbox
  #written = ''
  #running: Promise<void> | undefined
  #queued: Promise<void> | undefined
  #wrote: WriteListener = () => undefined

  private constructor(file: string, state: IdentityState, mailbox: Mailbox) {
    this.#file = file
    this.#state = state
    this.#mailbox = mailbox
  }

  /** Reads the accounts in `folder` into a fresh state; `isNew` is true if there were none. */
  static async open(folder: string, projectId: string) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeTemporaries(folder)
    const file = path.join(folder, FILE)
    const state = new AgentProjectState(projectId)
    const saved = await readSaved(file)
    for (const { localId, ...user } of saved?.users ?? []) {
      // The emulator derives these two from e-mail address and phone number.
      const own = user.providerUserInfo?.filter((info) => !['password', 'phone'].includes(info.providerId))
      state.overwriteUserWithLocalId(localId, { ...user, ...(own ? { providerUserInfo: own } : {}) })
    }
    for (const oob of saved?.oobs ?? []) state.oobs.set(oob.oobCode, oob)
    const mailbox = new Mailbox(saved?.mails)
    return { file: new StateFile(file, state, mailbox), state, mailbox, isNew: saved === undefined }
  }

  observe(listener: WriteListener): void {
    this.#wrote = listener
  }

  /** Resolves once the current state is on disk; calls during a write share the next one. */
  save(): Promise<void> {
    if (!this.#running) return this.#begin()
    this.#queued ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#queued = undefined
        return this.#begin()
      })
    return this.#queued
  }

  #begin(): Promise<void> {
    this.#running = this.#write().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #write(): Promise<void> {
    const { users, oobs } = this.#state
    const text = JSON.stringify({
      version: 1,
      users: [...users.values()],
      oobs: [...oobs.values()],
      mails: this.#mailbox.mails,
    } satisfies Saved)
    if (text === this.#written) return
    const begun = performance.now()
    const tell = (outcome: 'ok' | 'failed') => this.#wrote(outcome, (performance.now() - begun) / 1_000)
    try {
      await replaceFile(this.#file, text)
    } catch (error) {
      tell('failed')
      throw error
    }
    tell('ok')
    this.#written = text
  }
}

async function removeTemporaries(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(`${FILE}.`)) await rm(path.join(folder, name), { force: true })
}

async function readSaved(file: string): Promise<Saved | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Saved
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new Error(
      `The accounts in ${file} cannot be read: ${error instanceof Error ? error.message : ''}`,
      {
        cause: error,
      },
    )
  }
}
