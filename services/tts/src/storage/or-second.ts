import { isDuplicateKey } from '@andscene/service-kit/stores/mongo'

/** Two first writes of a document may collide; the one that lost finds it there the second time. */
export async function orSecond(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    await write()
  }
}
