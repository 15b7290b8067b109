import type { DocumentDb } from '../stores/documents.ts'

/** Marks a database as being filled, with the source, until all data is in it (decision 0060). */
type Mark = { _id: 'filling'; from: string }

/** That mark, of the database of all services. */
export const fillingMark = (db: DocumentDb) => {
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

/** Rejects while a database is being filled: what a service writes there would be removed if the filling restarts. */
export async function requireFilled(uri: string): Promise<void> {
  const { withMongo } = await import('../stores/mongo.ts')
  if ((await withMongo(uri, (db) => fillingMark(db).find())) !== undefined)
    throw new Error(
      'The database of MONGODB_URI is being filled by a restore or a move, or one was interrupted: let it end, or run it again.',
    )
}
