/**
 * Runs work with the same key one after the other, in the order of the calls: a compatible server may write the whole
 * document and lose one of two concurrent changes.
 */
export function turns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const mine = Promise.resolve(running.get(key)).then(work, work)
    const end = () => {
      if (running.get(key) === mine) running.delete(key)
    }
    running.set(key, mine)
    mine.then(end, end)
    return mine
  }
}
