import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LIKE_THIS_LIMIT_MS } from './limits.ts'
import { MicrophoneError, record } from './recorder.ts'

const track = () => Object.assign(new EventTarget(), { stop: vi.fn<() => void>() })

/** A microphone whose recorder ends like a browser's: with an event, after its data. */
function microphone(own = track()) {
  class TestRecorder extends EventTarget {
    state = 'inactive'
    mimeType = 'audio/webm'
    start() {
      this.state = 'recording'
    }
    stop() {
      this.state = 'inactive'
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['sound']) }))
      this.dispatchEvent(new Event('stop'))
    }
  }
  const getUserMedia = vi.fn<(constraints: MediaStreamConstraints) => Promise<unknown>>(async () => ({
    getTracks: () => [own],
    getAudioTracks: () => [own],
  }))
  vi.stubGlobal('MediaRecorder', TestRecorder)
  vi.stubGlobal(
    'AudioContext',
    class {
      createMediaStreamSource = () => ({ connect: () => {} })
      close = async () => {}
    },
  )
  vi.stubGlobal(
    'AnalyserNode',
    class {
      fftSize = 4
      getFloatTimeDomainData = (samples: Float32Array) => samples.fill(0.1)
    },
  )
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  return { getUserMedia, track: own }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('product §4: recording a line', () => {
  test.each([
    ['NotAllowedError', 'The microphone is blocked. Allow it for this site in the browser, then try again.'],
    ['NotFoundError', 'No microphone was found. Connect one and try again.'],
    ['NotReadableError', 'The microphone is used by another program. Close it and try again.'],
    ['AbortError', 'The microphone does not work here. Check it and try again.'],
  ])('a microphone that fails with %s says what to do', async (name, sentence) => {
    const { getUserMedia } = microphone()
    getUserMedia.mockRejectedValue(new DOMException('no', name))
    await expect(record()).rejects.toThrow(new MicrophoneError(sentence))
  })

  test('a browser without microphones shows a message', async () => {
    vi.stubGlobal('navigator', {})
    await expect(record()).rejects.toThrow('The microphone does not work here.')
  })

  test('ends when it is stopped, and releases the microphone', async () => {
    const { track: used, getUserMedia } = microphone()
    const recording = await record()
    // Suppressed noise takes soft words with it.
    expect(getUserMedia).toHaveBeenCalledExactlyOnceWith({
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: true },
    })
    expect(recording.level()).toBeGreaterThan(0.5)
    expect(used.stop).not.toHaveBeenCalled()
    recording.stop()
    expect(new TextDecoder().decode(await recording.recorded)).toBe('sound')
    expect(used.stop).toHaveBeenCalledOnce()
  })

  test('ends after 30 s', async () => {
    const { track: used } = microphone()
    const recording = await record()
    vi.advanceTimersByTime(LIKE_THIS_LIMIT_MS - 1)
    expect(used.stop).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(used.stop).toHaveBeenCalledOnce()
    expect((await recording.recorded).byteLength).toBe(5)
  })

  test('ends when the microphone is unplugged', async () => {
    const { track: used } = microphone()
    const recording = await record()
    used.dispatchEvent(new Event('ended'))
    expect((await recording.recorded).byteLength).toBe(5)
  })
})
