import { CallError, createClient, type Call } from '@andscene/contracts/client'
import { UPLOAD_FIELD } from '@andscene/contracts/limits'
import type { NotesPage } from '@andscene/contracts/notes'
import type { RouteInput } from '@andscene/contracts/define-route'
import type { InvitedRole } from '@andscene/contracts/sharing/roles'
import { acceptInvitation, createInvitationLink } from '@andscene/contracts/routes/invitations'
import { createNote, listNotes } from '@andscene/contracts/routes/notes'
import { deleteScript, readScript, saveCasting, uploadScript } from '@andscene/contracts/routes/scripts'
import { createLink, inviteCollaborator } from '@andscene/contracts/routes/sharing'
import { readClip, readNarration } from '@andscene/contracts/routes/speech'
import { listVoices } from '@andscene/contracts/routes/voices'
import type { CastingBody, Script } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { fdxFile, type FdxParagraph } from '@andscene/testing/fdx-file'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pWaitFor from 'p-wait-for'
import type { Account } from './accounts.ts'

export const SAMPLE = path.resolve(import.meta.dirname, '../../screenplay/samples/the-lighthouse-keeper.fdx')

type Waiting = { timeoutMs?: number; signal?: AbortSignal | undefined }

/** An API client signed in to one account. Every method rejects with a `CallError` if the request is refused. */
export class PlatformClient {
  readonly call: Call
  readonly #origin: string

  constructor(origin: string, token: string | (() => string | Promise<string>)) {
    const headers = async () => ({
      authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
    })
    this.#origin = origin
    this.call = createClient({ baseUrl: origin, headers })
  }

  /** Uploads a file. Returns the id of its script. */
  async store(name: string, bytes: Uint8Array<ArrayBuffer> | string): Promise<string> {
    const body = new FormData()
    body.set(UPLOAD_FIELD, new Blob([bytes]), name)
    return (await this.call(uploadScript, { body })).data.script._id
  }

  async upload(name: string, bytes: Uint8Array<ArrayBuffer> | string): Promise<Script> {
    return this.script(await this.store(name, bytes))
  }

  async uploadFile(file: string): Promise<Script> {
    return this.upload(path.basename(file), new Uint8Array(await readFile(file)))
  }

  /** Uploads a script with these lines; a plain string is an action. */
  async uploadLines(name: string, lines: readonly (string | FdxParagraph)[]): Promise<Script> {
    const paragraphs = lines.map((line) => (typeof line === 'string' ? { type: 'Action', text: line } : line))
    return this.upload(`${name}.fdx`, fdxFile(paragraphs))
  }

  async uploadSample(): Promise<Script> {
    return this.uploadFile(SAMPLE)
  }

  /** Uploads and casts the bundled sample. */
  async castSample(): Promise<Script> {
    const script = await this.uploadSample()
    await this.cast(script)
    return script
  }

  /** Uploads a script with these lines, casts it and waits until all its clips are stored. */
  async readyScript(name: string, lines: readonly (string | FdxParagraph)[]): Promise<Script> {
    const script = await this.uploadLines(name, lines)
    await this.cast(script)
    await this.narrated(script)
    return this.script(script._id)
  }

  async script(id: string): Promise<Script> {
    return (await this.call(readScript, { params: { id } })).data.script
  }

  async remove(id: string): Promise<void> {
    await this.call(deleteScript, { params: { id } })
  }

  async voices(): Promise<Voice[]> {
    return (await this.call(listVoices, {})).data.voices
  }

  /** Saves a casting; by default assigns the first voices to the characters in turn. */
  async cast(script: Script, casting?: CastingBody): Promise<void> {
    const body = casting ?? castingInTurn(script, await this.voices())
    await this.call(saveCasting, { params: { id: script._id }, body })
  }

  /** A casting with Flite's English voices in turn, which need neither network nor model. */
  async fliteCasting(script: Script): Promise<ReturnType<typeof castingInTurn>> {
    const voices = await this.voices()
    return castingInTurn(
      script,
      voices.filter(({ voiceId }) => voiceId.startsWith('local:flite-')),
    )
  }

  async narration(id: string) {
    return (await this.call(readNarration, { params: { id } })).data
  }

  /** Waits until the given number of lines are narrated, in order; defaults to all. Rejects if a line fails. */
  async narrated({ _id }: Pick<Script, '_id'>, lines = Infinity, waiting: Waiting = {}): Promise<void> {
    await this.#whenNarrated(_id, waiting, ({ total, ready, failed }) => {
      if (failed > 0) throw new Error(`${failed} lines could not be narrated`)
      return total > 0 && ready >= Math.min(lines, total)
    })
  }

  /**
   * Waits until `more` additional lines are ready and returns the number of ready lines; rejects if all were ready
   * before that.
   */
  async narrating({ _id }: Pick<Script, '_id'>, more: number, waiting: Waiting = {}): Promise<number> {
    let before: number | undefined
    let now = 0
    await this.#whenNarrated(_id, waiting, ({ total, ready }) => {
      before ??= ready
      now = ready
      if (total > 0 && ready === total)
        throw new Error(`all ${total} lines are ready: the script is too short`)
      return ready >= before + more
    })
    return now
  }

  /** Polls the narration of a script until `isDone`. Retries requests that fail because of the platform. */
  async #whenNarrated(
    id: string,
    { timeoutMs, signal }: Waiting,
    isDone: (progress: Awaited<ReturnType<PlatformClient['narration']>>) => boolean,
  ): Promise<void> {
    await pWaitFor(
      async () => {
        const progress = await this.narration(id).catch((error: unknown) => {
          if (error instanceof CallError && error.status < 500) throw error
        })
        return progress !== undefined && isDone(progress)
      },
      {
        interval: 250,
        ...(signal && { signal }),
        ...(timeoutMs && {
          timeout: { milliseconds: timeoutMs, message: `not narrated within ${timeoutMs / 1_000} s` },
        }),
      },
    )
  }

  async clip(objectPath: string): Promise<Uint8Array> {
    return (await this.call(readClip, { params: { '*': objectPath } })).bytes()
  }

  /** Writes a yellow note on a line; returns its id. */
  async note(scriptId: string, lineId: string, text: string): Promise<string> {
    const body = { _id: randomUUID(), lineId, text, colour: 'yellow', category: 'General' } as const
    return (await this.call(createNote, { params: { id: scriptId }, body })).data.note._id
  }

  /** All notes of a script, page by page. */
  async notes(scriptId: string): Promise<NotesPage['notes']> {
    const notes: NotesPage['notes'] = []
    for (let after = 0, more = true; more;) {
      const page = (await this.call(listNotes, { params: { id: scriptId }, query: { after } })).data
      notes.push(...page.notes)
      ;({ version: after, more } = page)
    }
    return notes
  }

  /** Creates a link for guests; returns its id and the token that opens it. */
  async link(
    scriptId: string,
    body: RouteInput<typeof createLink>['body'],
  ): Promise<{ id: string; token: string }> {
    const { link, token } = (await this.call(createLink, { params: { id: scriptId }, body })).data
    return { id: link._id, token }
  }

  /** Invites an account with a verified address, and accepts the invitation as that account. */
  async invite(scriptId: string, invited: Account, role: InvitedRole) {
    const params = { id: scriptId }
    const body = { email: invited.email.toUpperCase(), role }
    const { collaborator } = (await this.call(inviteCollaborator, { params, body })).data
    const one = { ...params, collaboratorId: collaborator._id }
    const { key } = (await this.call(createInvitationLink, { params: one })).data
    await new PlatformClient(this.#origin, invited.token).call(acceptInvitation, { body: { key } })
    return collaborator
  }
}

/** Assigns `voices` in turn to narration, headings and each character. */
export function castingInTurn({ content }: Script, voices: readonly Voice[]) {
  const inTurn = (index: number) => voices[index % voices.length]!.voiceId
  return {
    narrationVoiceId: inTurn(0),
    sceneHeadingVoiceId: inTurn(1),
    characterAssignments: Object.fromEntries(
      content.characters.map(({ character }, index) => [character, inTurn(index + 2)]),
    ),
  } satisfies CastingBody
}
