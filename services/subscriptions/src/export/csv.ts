import { BYTE_ORDER_MARK, csvRow } from '@andscene/contracts/csv'
import type { Subscriber } from '../subscriber-store.ts'

const HEADER = ['email', 'source', 'subscribed_at']

/** The sign-ups as CSV (UTF-8, times in UTC), row by row, so that any number of them fits into memory. */
export async function* toCsv(subscribers: AsyncIterable<Subscriber>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRow(HEADER)
  for await (const { email, source, subscribedAt } of subscribers)
    yield csvRow([email, source, subscribedAt.toISOString()])
}
