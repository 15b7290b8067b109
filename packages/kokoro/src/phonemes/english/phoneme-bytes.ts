/** Phonemes beyond ASCII, in the order of the bytes from 0x80 that stand for them in the data. */
const BEYOND_ASCII = 'ˈəɹɪˌɛɑʌŋɾɡᵊɔʃʤᵻɜʧæʊθðʒʔːɒɐ'
const FIRST = 0x80

export const phonemesOfBytes = (bytes: string): string =>
  bytes.replace(/[\x80-\xFF]/g, (byte) => BEYOND_ASCII[byte.charCodeAt(0) - FIRST] ?? '')

/** @throws {RangeError} for a phoneme that has no byte */
export const bytesOfPhonemes = (phonemes: string): string =>
  [...phonemes]
    .map((phoneme) => {
      if (phoneme < '\x7F') return phoneme
      const index = BEYOND_ASCII.indexOf(phoneme)
      if (index < 0) throw new RangeError(`No byte stands for ${phoneme}.`)
      return String.fromCharCode(FIRST + index)
    })
    .join('')
