import type { DocumentDb, OpenDocuments } from '@andscene/service-kit/stores/documents'
import { openDocuments, type DocumentsOptions } from '@andscene/service-kit/stores/open-documents'
import { readMigrations } from '@andscene/service-kit/stores/sqlite'
import { withOutages } from '@andscene/service-kit/stores/store-unavailable'
import { join } from 'node:path'
import type { ScriptsConfig } from '../config.ts'
import { accountStore } from './documents/accounts.ts'
import { turns } from './documents/around-writes.ts'
import { collaboratorStore } from './documents/collaborators.ts'
import { commandStore } from './documents/commands.ts'
import { invitationKeyStore } from './documents/invitation-keys.ts'
import { noteReadStore } from './documents/note-reads.ts'
import { noteStore } from './documents/notes.ts'
import { preferencesStore } from './documents/preferences.ts'
import { profileStore } from './documents/profiles.ts'
import { progressStore } from './documents/progress.ts'
import { createIndexes } from './create-indexes.ts'
import { scriptStore } from './documents/scripts.ts'
import { shareEventStore } from './documents/share-events.ts'
import { linkStore } from './documents/share-links.ts'
import type { NoteLimits } from './note-store.ts'

/** All stores of this service, in one database. They throw StoreUnavailable while it is unavailable. */
export type Stores = Awaited<ReturnType<typeof storesOf>>

type Place = Pick<ScriptsConfig, 'DATA_DIR' | 'MONGODB_URI'>

/**
 * The collections of this service. On a running server scripts are copied first, and links before their guests. Long
 * values are separate from what lists and saved castings read and write.
 */
export const documentsIn = ({ DATA_DIR, MONGODB_URI }: Place): DocumentsOptions => ({
  file: join(DATA_DIR, 'scripts.sqlite'),
  uri: MONGODB_URI,
  migrations: readMigrations(join(import.meta.dirname, 'migrations')),
  collections: {
    scripts: {
      apart: [
        'lines',
        'pageStarts',
        'characters',
        'casting.assignments',
        'casting.sounds',
        'castingChanges',
        'pronunciations',
        'directions',
        'directors',
        'drafts',
        'leftVoices',
        'renamed',
      ],
      arrays: ['castingChanges', 'directors', 'drafts'],
    },
    drafts: { apart: ['lines', 'pageStarts', 'characters', 'ids', 'ensembles'] },
    script_files: { apart: ['file'] },
    progress: {},
    preferences: {},
    closed_accounts: {},
    collaborators: {},
    invitation_ends: {},
    removed_collaborators: {},
    share_links: {},
    share_guests: {},
    share_events: {},
    notes: { arrays: ['removed', 'note.mentions'] },
    note_reads: {},
    casting_turns: {},
  },
})

/** Tests pass other limits. */
export async function openStores(
  place: Place,
  noteLimits?: NoteLimits,
  guestsLimit?: number,
): Promise<Stores> {
  return storesOf(await openDocuments(documentsIn(place)), noteLimits, guestsLimit)
}

export async function storesOf(
  { db, outages, ping, close }: OpenDocuments,
  noteLimits?: NoteLimits,
  guestsLimit?: number,
) {
  await createIndexes(db)
  return {
    accounts: withOutages(accountStore(db), outages),
    scripts: withOutages(scriptStore(db), outages),
    commands: withOutages(commandStore(db), outages),
    progress: withOutages(progressStore(db), outages),
    preferences: withOutages(preferencesStore(db), outages),
    profiles: withOutages(profileStore(db), outages),
    shares: withOutages(shareStore(db, guestsLimit), outages),
    notes: withOutages(noteStore(db, noteLimits), outages),
    noteReads: withOutages(noteReadStore(db), outages),
    /** Rejects when the database cannot be reached. */
    ping,
    close,
  }
}

/**
 * Stores who has access to a script. All of it is deleted with the script; limits hold for concurrent calls. Does not
 * check permissions.
 */
export function shareStore(db: DocumentDb, guestsLimit?: number) {
  const inTurn = turns()
  return {
    ...collaboratorStore(db, inTurn),
    ...invitationKeyStore(db, inTurn),
    ...linkStore(db, inTurn, guestsLimit),
    ...shareEventStore(db),
  }
}
