// npm run voices: installs the natural voices into VOICES_DIR, for images and operators. Exits with 1 on failure.
import { readConfig } from '@andscene/service-kit/config'
import { setTimeout as delay } from 'node:timers/promises'
import { VoiceFilesConfig, voiceFilesSettings } from './config.ts'
import type { VoicesFailure } from './failure.ts'
import { sizeOf, voiceFolders } from './folders.ts'
import { convert, installVoices } from './install-voices.ts'
import { readProgress } from './progress-file.ts'
import { detailOf } from './install-process.ts'
import { KOKORO } from './spec.ts'

const MB = 1_000_000
const LOOK_MS = 1_000

const abort = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => abort.abort(new Error(signal)))
process.umask(0o077)

const { dir, store } = voiceFilesSettings(readConfig(VoiceFilesConfig))
const folders = voiceFolders(dir, KOKORO)
const mb = (bytes: number) => Math.round(bytes / MB)
let shown = ''
const show = (line: string) => {
  if (line !== shown) process.stdout.write(process.stdout.isTTY ? `\r\u001B[K${line}` : `${line}\n`)
  shown = line
}
const showBytes = (bytes: number) => {
  // Where every line stays, one for each tenth.
  const tenth = Math.floor((bytes / KOKORO.model.bytes) * 10) * (KOKORO.model.bytes / 10)
  show(`The model: ${mb(process.stdout.isTTY ? bytes : tenth)} of ${mb(KOKORO.model.bytes)} MB`)
}
const showProgress = () => {
  const progress = readProgress(folders.progress)
  if (progress?.state === 'coming') showBytes(progress.doneBytes)
}
const say = (line: string) => process.stdout.write(`${process.stdout.isTTY && shown ? '\n' : ''}${line}\n`)

say(`Natural voices: ${dir}`)
setInterval(showProgress, LOOK_MS).unref()
try {
  const install = () =>
    installVoices({
      dir,
      store,
      spec: KOKORO,
      convert,
      onTried: (source, why) => say(`Not from ${source}: ${detailOf(why) ?? 'unknown'}`),
      signal: abort.signal,
    })
  for (let told = false; (await install()) === 'busy'; told = true) {
    if (!told) say('Another process is fetching them; waiting for it.')
    await delay(LOOK_MS, undefined, { signal: abort.signal })
  }
  const bytes = (await sizeOf(folders.runtime)) + (await sizeOf(folders.voices))
  say(`The natural voices are there (${mb(bytes)} MB).`)
  process.exit(0)
} catch (error) {
  if (abort.signal.aborted) process.exit(1)
  const { message, cause } = error as VoicesFailure
  process.stderr.write(
    `${shown ? '\n' : ''}${message}\n${cause instanceof Error ? `(${detailOf(cause)})\n` : ''}`,
  )
  process.exit(1)
}
