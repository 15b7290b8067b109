import { LIKE_THIS_LIMIT_MS } from './limits.ts'

/** Why there is no recording, for users. */
export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError'
}

const SENTENCES: Readonly<Record<string, string>> = {
  NotAllowedError: 'The microphone is blocked. Allow it for this site in the browser, then try again.',
  NotFoundError: 'No microphone was found. Connect one and try again.',
  NotReadableError: 'The microphone is used by another program. Close it and try again.',
}
const FAILED = 'The microphone does not work here. Check it and try again.'

const toMicrophoneError = (error: unknown) =>
  new MicrophoneError(SENTENCES[(error as Error | undefined)?.name ?? ''] ?? FAILED)

export type Recording = {
  /** Level of the last moment, 0 to 1. */
  level(): number
  /** Ends it; `recorded` then resolves. */
  stop(): void
  /** Ends it and throws it away. */
  discard(): void
  /** An audio file. Rejects with MicrophoneError. */
  recorded: Promise<ArrayBuffer>
}

/**
 * Asks for the microphone and records until `stop`, at most LIKE_THIS_LIMIT_MS. Nothing is sent. Rejects with
 * MicrophoneError.
 */
export async function record(): Promise<Recording> {
  // Absent on pages that are not served over HTTPS.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  if (!mediaDevices || typeof MediaRecorder === 'undefined') throw new MicrophoneError(FAILED)
  // Noise suppression cuts soft words.
  const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: true }
  const stream = await mediaDevices.getUserMedia({ audio }).catch((error: unknown) => {
    throw toMicrophoneError(error)
  })
  const context = new AudioContext()
  const analyser = new AnalyserNode(context, { fftSize: 1_024 })
  context.createMediaStreamSource(stream).connect(analyser)
  const recorder = new MediaRecorder(stream)
  const chunks: Blob[] = []
  const stop = () => recorder.state !== 'inactive' && recorder.stop()
  const timer = setTimeout(stop, LIKE_THIS_LIMIT_MS)
  const release = () => {
    clearTimeout(timer)
    // The browser shows that it records until all tracks have stopped.
    for (const track of stream.getTracks()) track.stop()
    // A recorder that fails stops as well.
    context.close().catch(() => undefined)
  }
  const recorded = new Promise<ArrayBuffer>((resolve, reject) => {
    recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data))
    recorder.addEventListener('stop', () => {
      release()
      resolve(new Blob(chunks, { type: recorder.mimeType }).arrayBuffer())
    })
    recorder.addEventListener('error', () => {
      release()
      reject(new MicrophoneError(FAILED))
    })
  })
  // A device that is unplugged ends its track.
  stream.getAudioTracks()[0]?.addEventListener('ended', stop)
  recorder.start()
  const samples = new Float32Array(analyser.fftSize)
  return {
    level() {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length
      return Math.min(1, Math.max(0, 1 + Math.log10(power + 1e-7) / 6))
    },
    stop,
    discard() {
      recorded.catch(() => undefined)
      stop()
    },
    recorded,
  }
}
