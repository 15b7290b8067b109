import { inserter } from '@andscene/service-kit/data/inserter'
import type { MongoMapping } from '@andscene/service-kit/data/mongo-documents'
import { openMongoAudioIndex } from '../storage/mongo-audio-index.ts'
import { MIGRATIONS } from '../storage/sqlite-audio-index.ts'
import { copyOut } from './mongo-copy-out.ts'
import { takeIn } from './mongo-take-in.ts'

/** The audio index in MongoDB as the tables of the embedded one. */
export const TTS_MAPPING: MongoMapping = {
  collections: [
    'tts_clips',
    'tts_epochs',
    'tts_text_epochs',
    'tts_versions',
    'tts_erased',
    'tts_narrations',
    'tts_usage',
    'tts_previews',
    'tts_closed_people',
    'tts_default_voices',
  ],
  migrations: MIGRATIONS,
  prepare: async (uri) => (await openMongoAudioIndex(uri)).close(),
  copyOut: (server, db, moment) => copyOut(server, db, inserter(db), moment),
  takeIn,
}
