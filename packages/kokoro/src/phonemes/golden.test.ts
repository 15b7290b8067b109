import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { saidLine } from '@andscene/screenplay/said/said-line'
import type { KokoroLanguage } from '../kokoro-voice.ts'
import { Phonemiser } from './phonemiser.ts'

const rows = (name: string) =>
  readFileSync(path.join(import.meta.dirname, name), 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('# '))

test.each(['golden.en.txt', 'golden.others.txt'])(
  'all pronunciations of %s are as recorded',
  async (name) => {
    const phonemiser = new Phonemiser()
    const said: string[] = []
    for (const row of rows(name)) {
      const [, language = '', text = ''] = /^([\w-]+): (.*?) \| /.exec(row) ?? []
      const type = /^(?:INT|EXT)\./.test(text) ? 'Scene Heading' : 'Dialogue'
      const { pieces } = await phonemiser.said(
        saidLine({ type, text }, language).text,
        language as KokoroLanguage,
      )
      said.push(`${language}: ${text} | ${pieces.join(' ')}`)
    }
    expect(said).toEqual(rows(name))
  },
)
