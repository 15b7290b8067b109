import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SpeechThreads } from '../speech/threads/speech-threads.ts'
import { tinyVoices, TINY_VOICES } from '@andscene/kokoro/engine/testing/test-engine'
import { KokoroProvider, type KokoroParts } from '../speech/kokoro/kokoro-provider.ts'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { SHORT_LOCKS } from '../testing/harness.ts'
import { scriptOf } from '../testing/scripts-stub.ts'

const on = apiHarness({ env: SHORT_LOCKS })
const { voiceId } = TINY_VOICES[0]!.voice
/** Minutes of speech, so that its head is ready long before the rest. */
const TEXT = 'A sentence of some length, and one more clause in it. '.repeat(15).trim()

/** A script of one line in a natural voice, a worker with a real engine process, and an API that only lists the voices. */
async function listening() {
  const tiny = await tinyVoices()
  const threads = new SpeechThreads({ threads: 1 })
  onTestFinished(() => threads.close())
  const provider = (engine: KokoroParts['engine']) =>
    new KokoroProvider({ threads, engine, voices: TINY_VOICES, state: () => ({ state: 'ready' }) })
  const engine = tiny.engine()
  const pids: number[] = []
  engine.on('process', (pid) => pids.push(pid))
  let heads = 0
  const { atOnce } = engine
  const speak: typeof engine.speak = (request, options = {}) => {
    const onHead: typeof options.onHead = (head) => {
      heads += 1
      // Stops the engine, so that it does not finish the text before the test kills it.
      if (heads === 1) process.kill(pids[0]!, 'SIGSTOP')
      options.onHead?.(head)
    }
    return engine.speak(request, { ...options, onHead })
  }
  await on.harness.worker([provider({ atOnce, speak, close: () => engine.close() })])
  const script = scriptOf(1, voiceId)
  script.lines[0]!.text = TEXT
  on.script('s1', script)
  on.app = await on.harness.api([provider(tiny.engine())])
  return {
    engine,
    pids,
    removeStyle: () => rm(join(tiny.modelFolder, 'styles/tiny_low.bin')),
    /** Sends the request of a player that already has `headMs` of the line. */
    async ask(headMs: number) {
      const { statusCode, headers } = await on.generate(
        lineOf(0, { voiceId, text: TEXT, head: true, headMs }),
      )
      const number = (name: string) => (headers[name] === undefined ? undefined : Number(headers[name]))
      return { statusCode, headMs: number(CLIP_HEADERS.head), durationMs: number(CLIP_HEADERS.duration)! }
    },
  }
}

test('architecture §7: when the engine is killed after a head, the client gets the rest from another process', async () => {
  const { engine, pids, ask } = await listening()
  const states: string[] = []
  engine.on('state', ({ state }) => states.push(state))
  const first = await ask(0)
  expect(first.headMs).toBeGreaterThan(500)
  const more = ask(first.headMs!)
  process.kill(pids[0]!, 'SIGKILL')
  let last = await more
  // Each response is longer than what the client has, so that no word is repeated.
  for (let headMs = first.headMs; last.headMs !== undefined; last = await ask(headMs)) {
    expect(last.statusCode).toBe(200)
    expect(last.headMs).toBeGreaterThan(headMs!)
    headMs = last.headMs
  }
  expect(last.statusCode).toBe(200)
  // The tiny model produces 100 ms of audio per character.
  expect(last.durationMs).toBeGreaterThan(TEXT.length * 100)
  expect(pids).toHaveLength(2)
  expect(states, 'the engine does not rest after one crash').toEqual([])
}, 60_000)

test('architecture §7: when the file of a voice is deleted after a head, the client gets the rest', async () => {
  const { pids, ask, removeStyle } = await listening()
  const first = await ask(0)
  await removeStyle()
  process.kill(pids[0]!, 'SIGCONT')
  let last = await ask(first.headMs!)
  while (last.headMs !== undefined) last = await ask(last.headMs)
  expect(last.statusCode).toBe(200)
  expect(last.durationMs).toBeGreaterThan(TEXT.length * 100)
  expect(pids).toHaveLength(1)
}, 60_000)
