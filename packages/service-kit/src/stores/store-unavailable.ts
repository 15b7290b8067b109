import { HttpError } from '../http-error.ts'
import { countDependencyError, type Dependency } from '../metrics/process-metrics.ts'

/** Thrown by a store whose database is unavailable, busy or full: an outage, not a bug. 503 with Retry-After. */
export class StoreUnavailable extends HttpError {
  constructor(cause: unknown) {
    super('AWAY', 'The storage is unavailable right now. Please try again in a moment.', { cause })
  }
}

/** The kind of database, and a check whether an error of its driver is an outage. */
export type Outages = { of: Dependency; isOutage(error: unknown): boolean }

/**
 * Wraps a store, which then throws StoreUnavailable, and counts it, for errors of the driver that `isOutage` accepts;
 * other errors are rethrown. Methods may be plain, asynchronous or return an asynchronous iterable.
 */
export function withOutages<Store extends object>(store: Store, { of, isOutage }: Outages): Store {
  const fail = (error: unknown): never => {
    if (!isOutage(error)) throw error
    countDependencyError(of)
    throw new StoreUnavailable(error)
  }
  async function* iterate<T>(items: AsyncIterable<T>) {
    try {
      yield* items
    } catch (error) {
      fail(error)
    }
  }
  const guard =
    (method: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      try {
        const result = method.apply(store, args)
        if (result instanceof Promise) return result.catch(fail)
        return isAsyncIterable(result) ? iterate(result) : result
      } catch (error) {
        return fail(error)
      }
    }
  return Object.fromEntries(
    Object.entries(store).map(([name, member]) => [
      name,
      typeof member === 'function' ? guard(member) : member,
    ]),
  ) as Store
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
