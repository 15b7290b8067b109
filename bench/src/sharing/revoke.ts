import { followScript } from '@andscene/contracts/routes/notes'
import { readClip } from '@andscene/contracts/routes/speech'
import { addressOf } from '@andscene/contracts/call'
import { CallError, createClient } from '@andscene/contracts/client'
import { REVOKED_WITHIN_MS } from '@andscene/contracts/sharing/roles'
import { openLink, revokeLink } from '@andscene/contracts/routes/sharing'
import { openReaderStand } from '../stand.ts'
import { usualLines } from '../generated-scripts.ts'
import { report, reportMedian } from '../report.ts'

const RUNS = 9

/** From Revoke until the guest's page receives the event, and until the guest's requests for sound are refused. */
export async function revoke(): Promise<void> {
  await using stand = await openReaderStand()
  const uploaded = await stand.api.upload('short.fdx', usualLines(40))
  await stand.cast(uploaded)
  const script = await stand.api.script(uploaded._id)
  const path = script.content.lines.find(({ audioCache }) => audioCache)!.audioCache!.path
  const told: number[] = []
  const silent: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const body = { name: 'For the producer', role: 'listener', days: 30 } as const
    const { id: linkId, token } = await stand.api.link(script._id, body)
    const { data } = await createClient({ baseUrl: stand.origin })(openLink, { body: { token } })
    const headers = { authorization: `Bearer ${data.guestToken}` }
    const call = createClient({ baseUrl: stand.origin, headers: () => headers })
    const events = new URL(addressOf(followScript, { params: { id: script._id } }), stand.origin)
    const { body: stream } = await fetch(events, { headers })
    const reader = stream!.pipeThrough(new TextDecoderStream()).getReader()
    await reader.read()
    await call(readClip, { params: { '*': path } })
    const begun = performance.now()
    const gone = untilGone(reader).then(() => performance.now() - begun)
    const refused = untilRefused(() => call(readClip, { params: { '*': path } })).then(
      () => performance.now() - begun,
    )
    await stand.api.call(revokeLink, { params: { id: script._id, linkId } })
    told.push(await gone)
    silent.push(await refused)
  }
  reportMedian('revoked to event', told, 'ms')
  report('revoked to event, longest', Math.max(...told), 'ms', { limit: REVOKED_WITHIN_MS })
  reportMedian('revoked to first refusal', silent, 'ms')
  report('revoked to first refusal, longest', Math.max(...silent), 'ms', { limit: REVOKED_WITHIN_MS })
}

async function untilGone(reader: ReadableStreamDefaultReader<string>): Promise<void> {
  for (;;) {
    const { value, done } = await reader.read()
    if (done || value.includes('event: gone')) return
  }
}

async function untilRefused(listen: () => Promise<Response>): Promise<void> {
  for (;;) {
    try {
      await (await listen()).arrayBuffer()
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return
      throw error
    }
  }
}
