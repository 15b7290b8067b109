import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { SortedTable } from './sorted-table.ts'

const FOLDER = path.join(import.meta.dirname, '../../../data/phonemes')

/** A table that `make-data` made: see data/phonemes/NOTICE. */
export const loadTable = (
  name: `lexicon-${'us' | 'gb'}` | `letters-${'us' | 'gb'}` | 'tagger-words' | 'tagger-weights' | 'tokens',
): SortedTable => new SortedTable(brotliDecompressSync(readFileSync(path.join(FOLDER, `${name}.br`))))
