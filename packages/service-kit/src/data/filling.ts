import type { Db } from 'mongodb'
import { openMongo } from '../stores/mongo.ts'

/** What a database is being filled from stands in it until all is there (decision 0060). */
type Mark = { _id: 'filling'; from: string }

/** That mark, of the database of all services. */
export const fillingMark = (db: Db) => {
  const marks = db.collection<Mark>('data_marks')
  return {
    find: async (): Promise<string | undefined> => (await marks.findOne({ _id: 'filling' }))?.from,
    set: async (from: string): Promise<void> => {
      await marks.insertOne({ _id: 'filling', from })
    },
    remove: async (): Promise<void> => {
      await marks.deleteOne({ _id: 'filling' })
    },
  }
}

/** Rejects while a database is being filled: what a service wrote there would be removed when that is begun anew. */
export async function requireFilled(uri: string): Promise<void> {
  const { client, db } = await openMongo(uri)
  try {
    if ((await fillingMark(db).find()) !== undefined)
      throw new Error(
        'The database of MONGODB_URI is being filled by a restore or a move, or one was interrupted: let it end, or run it again.',
      )
  } finally {
    await client.close()
  }
}
