/** Does work that yields without a pause. */
export function finished<T>(work: Generator<void, T>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}
