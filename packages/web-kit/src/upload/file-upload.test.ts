import { UPLOAD_LIMIT_BYTES } from '@andscene/contracts/limits'
import { ApiError } from '../api/api-client.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { uploadProblem } from './chosen-file.ts'
import { Asked, FileUpload, type Send, type UploadState } from './file-upload.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

type Stored = { _id: string }
type Questions = { renamed: string }

type Call = {
  key: string
  progress: (share: number) => void
  respond: (script: Stored) => void
  fail: (error: Error) => void
  signal: AbortSignal
}

const networkError = new ApiError('away', { status: 0, code: 'NETWORK' })

function uploading() {
  const calls: Call[] = []
  let keys = 0
  const takenBack: string[] = []
  const files = { areReadable: true }
  const send: Send<Stored> = (_file, { idempotencyKey, onProgress, signal }) =>
    new Promise((resolve, reject) => {
      calls.push({ key: idempotencyKey, progress: onProgress, respond: resolve, fail: reject, signal })
    })
  const upload = new FileUpload<Stored, Questions>({
    send,
    newKey: () => `key ${(keys += 1)}`,
    isReadable: async () => files.areReadable,
    takeBack: (key) => takenBack.push(key),
  })
  const seen: UploadState[] = []
  upload.subscribe(() => seen.push(upload.getState()))
  const call = () => calls.at(-1)!
  return { upload, calls, call, seen, takenBack, files, state: () => upload.getState() }
}

/** Fails all attempts of an upload without a response. */
async function lose({ call }: ReturnType<typeof uploading>): Promise<void> {
  for (const wait of [1_000, 2_000, 0]) {
    call().fail(networkError)
    await pass(wait)
  }
}

const file = (name = 'big.fdx') => new File(['<FinalDraft/>'], name)
const script = { _id: 's1' }

test('product §4 sent bytes fill the bar to 45, a rising estimate to 95, the response to 100', async () => {
  const { upload, call, state, seen } = uploading()
  upload.choose([file()])
  expect(state()).toMatchObject({ status: 'uploading', progress: 0, fileName: 'big.fdx' })
  call().progress(0.5)
  expect(state()).toMatchObject({ status: 'uploading', progress: 22.5 })
  call().progress(1)
  expect(state()).toMatchObject({ status: 'parsing', progress: 45 })
  await pass(60_000)
  expect(state().status).toBe('parsing')
  expect(state().progress).toBeGreaterThan(94)
  expect(state().progress).toBeLessThanOrEqual(95)
  call().respond(script)
  await pass(0)
  expect(state()).toMatchObject({ status: 'success', progress: 100 })
  const shown = seen.map(({ progress }) => progress)
  expect(shown).toEqual([...shown].sort((a, b) => a - b))
})

test('product §9 reports success immediately, and returns to idle 1.5 s later', async () => {
  const { upload, call, state } = uploading()
  const uploaded = vi.fn<(script: Stored) => void>()
  const finished = vi.fn<(script: Stored) => void>()
  upload.on({ uploaded, finished })
  upload.choose([file()])
  call().respond(script)
  await pass(1_499)
  expect(uploaded).toHaveBeenCalledExactlyOnceWith(script)
  expect(finished).not.toHaveBeenCalled()
  await pass(1)
  expect(finished).toHaveBeenCalledExactlyOnceWith(script)
  expect(state().status).toBe('idle')
  expect(vi.getTimerCount()).toBe(0)
})

test('product §2 choosing is disabled while uploading and while parsing', async () => {
  const { upload, calls, call } = uploading()
  upload.choose([file('one.fdx')])
  upload.choose([file('two.fdx')])
  call().progress(1)
  await pass(500)
  upload.choose([file('two.fdx')])
  expect(calls).toHaveLength(1)
})

test('product §4 a failure shows 0 and its reason; a retry keeps the key, another file gets a new one', async () => {
  const { upload, calls, call, state } = uploading()
  const failed = vi.fn<(reason: string) => void>()
  upload.on({ failed })
  upload.choose([file()])
  call().progress(1)
  call().fail(new Error('This is no Final Draft file.'))
  await pass(0)
  expect(state()).toMatchObject({ status: 'error', progress: 0, problem: 'This is no Final Draft file.' })
  expect(failed).toHaveBeenCalledExactlyOnceWith('This is no Final Draft file.')
  void upload.retry()
  await pass(0)
  call().fail(new Error('Still none.'))
  await pass(0)
  upload.choose([file('other.fdx')])
  expect(calls.map(({ key }) => key)).toEqual(['key 1', 'key 1', 'key 2'])
})

test('product §7 transient failures are retried with the same key, so that nothing is uploaded twice', async () => {
  const { upload, calls, call, state } = uploading()
  upload.choose([file()])
  call().fail(networkError)
  await pass(999)
  expect(calls).toHaveLength(1)
  await pass(1)
  call().fail(networkError)
  await pass(2_000)
  expect(state().status).toBe('uploading')
  call().respond(script)
  await pass(0)
  expect(state().status).toBe('success')
  expect(calls.map(({ key }) => key)).toEqual(['key 1', 'key 1', 'key 1'])
})

test('Cancel stops the current attempt, or the wait for the next one, and resets the state', async () => {
  const { upload, calls, call, state } = uploading()
  upload.choose([file()])
  call().progress(1)
  upload.cancel()
  expect(call().signal.aborted).toBe(true)
  call().fail(new Error('Request aborted'))
  await pass(10_000)
  expect(state()).toEqual({ status: 'idle', progress: 0, fileName: null, problem: null })

  upload.choose([file()])
  call().fail(networkError)
  await pass(500)
  upload.cancel()
  await pass(10_000)
  expect(calls).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('product §4 Cancel deletes the upload by its key, including after a failure, but not after a success', async () => {
  const { upload, call, takenBack } = uploading()
  upload.cancel()
  expect(takenBack).toEqual([])
  upload.choose([file()])
  call().progress(1)
  upload.cancel()
  expect(takenBack).toEqual(['key 1'])
  upload.choose([file()])
  // Its response may have been lost.
  call().fail(new Error('Network error.'))
  await pass(0)
  upload.cancel()
  expect(takenBack).toEqual(['key 1', 'key 2'])
  upload.choose([file()])
  call().respond(script)
  await pass(2_000)
  upload.cancel()
  expect(takenBack).toEqual(['key 1', 'key 2'])
})

test('product §4 replacing a file whose response was lost deletes that upload', async () => {
  const one = uploading()
  const { upload, call, takenBack, state } = one
  upload.choose([file()])
  await lose(one)
  expect(state().status).toBe('error')
  upload.choose([file('no.pdf')])
  expect(takenBack).toEqual([])
  upload.choose([file('other.fdx')])
  expect(takenBack).toEqual(['key 1'])
  // A file that the backend has rejected is not stored.
  call().fail(new Error('This is no Final Draft file.'))
  await pass(0)
  upload.choose([file('third.fdx')])
  expect(takenBack).toEqual(['key 1'])
})

async function ask({ upload, call }: ReturnType<typeof uploading>) {
  upload.choose([file()])
  call().progress(1)
  call().fail(new Asked({ renamed: 'LT. KAREN' }))
  await pass(0)
}

describe('product §16 an upload that requires answers', () => {
  test('waits with the questions, and sends the same file again with the same key', async () => {
    const one = uploading()
    const asked = vi.fn<() => void>()
    const failed = vi.fn<(reason: string) => void>()
    one.upload.on({ asked, failed })
    await ask(one)
    expect(one.state()).toMatchObject({ status: 'asking', questions: { renamed: 'LT. KAREN' } })
    expect(asked).toHaveBeenCalledOnce()
    expect(failed).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
    void one.upload.retry()
    await pass(0)
    one.call().respond(script)
    await pass(0)
    expect(one.state().status).toBe('success')
    expect(one.calls.map(({ key }) => key)).toEqual(['key 1', 'key 1'])
  })

  test('deletes nothing when it is cancelled, because nothing is stored', async () => {
    const one = uploading()
    await ask(one)
    one.upload.cancel()
    expect(one.takenBack).toEqual([])
    expect(one.state()).toEqual({ status: 'idle', progress: 0, fileName: null, problem: null })
  })

  test('asks to choose the file again if it was saved meanwhile', async () => {
    const one = uploading()
    await ask(one)
    one.files.areReadable = false
    await one.upload.retry()
    expect(one.state()).toMatchObject({ status: 'error', isFileChanged: true })
    expect(one.calls).toHaveLength(1)
  })
})

describe('product §4 a file that was saved again after it was chosen', () => {
  const CHANGED = 'The file has changed on this device since you chose it. Choose it again to upload it.'

  test('is not sent again: a retry asks to choose it again, which is another upload', async () => {
    const one = uploading()
    const { upload, calls, call, files, takenBack, state } = one
    const failed = vi.fn<(reason: string) => void>()
    upload.on({ failed })
    upload.choose([file()])
    await lose(one)
    expect(state()).toMatchObject({ status: 'error', problem: 'away', isFileChanged: false })
    files.areReadable = false
    await upload.retry()
    expect(state()).toMatchObject({ status: 'error', problem: CHANGED, isFileChanged: true })
    expect(calls).toHaveLength(3)
    expect(failed).toHaveBeenLastCalledWith(CHANGED)

    files.areReadable = true
    upload.choose([file()])
    expect(takenBack).toEqual(['key 1'])
    expect(call().key).toBe('key 2')
    call().respond(script)
    await pass(0)
    expect(state()).toEqual({ status: 'success', progress: 100, fileName: 'big.fdx', problem: null })
  })

  test('is recognized in a failed attempt, which is not repeated', async () => {
    const { upload, calls, call, files, takenBack, state } = uploading()
    upload.choose([file()])
    call().fail(networkError)
    await pass(1_000)
    files.areReadable = false
    call().fail(networkError)
    await pass(10_000)
    expect(state()).toMatchObject({ status: 'error', problem: CHANGED, isFileChanged: true })
    expect(calls).toHaveLength(2)
    // The first attempt may have been stored.
    upload.choose([file()])
    expect(takenBack).toEqual(['key 1'])
  })

  test('is uploaded once when Try Again is pressed twice', async () => {
    const one = uploading()
    const { upload, calls } = one
    upload.choose([file()])
    await lose(one)
    void upload.retry()
    void upload.retry()
    await pass(0)
    expect(calls).toHaveLength(4)
  })
})

const sized = (name: string, size = 1_000) => ({ name, size })

test.each(['script.fdx', 'SCRIPT.FDX', 'Act.One.FdX', 'Ночь.fdx'])(
  'product §5 accepts the name %s',
  (name) => {
    expect(uploadProblem([sized(name)])).toBeNull()
  },
)

test.each(['script.pdf', 'fdx', 'script.fdx.zip', ''])('product §5 rejects the name %s', (name) => {
  expect(uploadProblem([sized(name)])).toBe('Please select a FinalDraft (.fdx) file')
})

test('product §5 rejects a file of 10 MB or more, and accepts one a byte smaller', () => {
  expect(uploadProblem([sized('a.fdx', UPLOAD_LIMIT_BYTES)])).toBe('File size must be less than 10MB')
  expect(uploadProblem([sized('a.fdx', UPLOAD_LIMIT_BYTES - 1)])).toBeNull()
})

test('product §5 rejects more than one file', () => {
  expect(uploadProblem([sized('a.fdx'), sized('b.fdx')])).toBe('Please select a single file')
})
