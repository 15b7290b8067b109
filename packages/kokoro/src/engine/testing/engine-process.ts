import { runEngine, type EngineSettings } from '../process/run-engine.ts'

// An engine process with phonemes for tests: each sentence is a piece, each character a token, a space the model's own.
// Logs each piece that it starts to speak.

const LETTER = /[\p{L}\p{N}]/u

runEngine(JSON.parse(process.argv[2]!) as EngineSettings, async () => ({
  said: async (text) => ({
    pieces: text.split(/(?<=[.!?])\s+/u).filter((piece) => LETTER.test(piece)),
    words: Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => ({
      at: index,
      length: word.length,
      phonemes: word,
    })),
  }),
  tokensOf(phonemes) {
    process.stderr.write(`says ${phonemes}\n`)
    return [
      0,
      ...Array.from(phonemes, (character) =>
        character === ' ' ? 16 : (character.codePointAt(0)! % 170) + 1,
      ),
      0,
    ]
  },
}))
