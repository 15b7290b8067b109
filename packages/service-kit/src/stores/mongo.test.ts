import { MongoServerError } from 'mongodb'
import { expect, test } from 'vitest'
import { isDuplicateKey } from './documents.ts'
import { mongoOutages } from './mongo.ts'

const failure = (code: number) => new MongoServerError({ message: 'of the server', code })

test.each([
  ['InterruptedAtShutdown', 11_600, true],
  ['NotWritablePrimary', 10_107, true],
  ['ShutdownInProgress', 91, true],
  ['BadValue', 2, false],
  ['DuplicateKey', 11_000, false],
])('architecture §4: detects whether %s is an outage of the server', (_name, code, isOutage) => {
  expect(mongoOutages.isOutage(failure(code))).toBe(isOutage)
  expect(isDuplicateKey(failure(code))).toBe(code === 11_000)
})
