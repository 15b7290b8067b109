import type { MongoMapping } from '@andscene/service-kit/data/mongo-documents'
import { openMongoStores } from '../../store/mongo/open-mongo-stores.ts'
import { MIGRATIONS } from '../../store/sqlite/migrations.ts'
import { copyOut } from './copy-out.ts'
import { takeIn } from './take-in.ts'

/** The documents of this service in MongoDB as the tables of its embedded store. */
export const SCRIPTS_MAPPING: MongoMapping = {
  collections: [
    'scripts',
    'script_files',
    'progress',
    'preferences',
    'closed_accounts',
    'collaborators',
    'invitation_ends',
    'share_links',
    'share_guests',
    'share_events',
    'removed_collaborators',
    'notes',
    'casting_turns',
  ],
  migrations: MIGRATIONS,
  prepare: async (uri) => (await openMongoStores(uri)).close(),
  copyOut,
  takeIn,
  // Each store numbers its events itself.
  comparison: { share_events: ['id'] },
}
