/** Resolves like `work`; rejects when it takes longer than `ms`. */
export function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no response in time')), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Whether `work` settles before `ms` have passed. */
export const endsWithin = (work: Promise<unknown>, ms: number): Promise<boolean> =>
  inTime(Promise.allSettled([work]), ms).then(
    () => true,
    () => false,
  )
