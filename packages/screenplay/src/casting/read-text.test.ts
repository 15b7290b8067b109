import { describe, expect, test } from 'vitest'
import { partsOf } from './parts.ts'
import { genderOf, readParts } from '../testing/read-parts.ts'

describe('whose a pronoun is where several are there', () => {
  test.each([
    ['of the sentence before last', 'MARY enters. JACK looks up. She smiles. She nods. She leaves.'],
    ['whom he acts upon', 'MARY waits.\nJACK takes her hand. He grabs her wrist. JACK kisses her cheek.'],
    [
      'who spoke in this scene',
      'MARY: Well.\nJACK: Well.\nThunder.\nRain.\nJACK buttons her coat.\nJACK ties her scarf.',
    ],
    [
      'whom he watches',
      'JACK watches her leave. JACK hears her scream. JACK sees her smile. JACK lets her go.',
    ],
  ])('a man stays a man: hers %s', (_whose, text) => {
    const parts = readParts(`${text}\nJACK: Well.\nMARY: Well.`)
    expect([parts['JACK']?.gender, parts['MARY']?.gender]).toEqual(['male', 'female'])
  })

  test('his who has no name that tells, not hers who has', () => {
    const parts = readParts('BRAM ties the boat. MARY looks up. He nods. He waits.\nBRAM: Well.\nMARY: Well.')
    expect([parts['BRAM']?.gender, parts['MARY']?.gender]).toEqual(['male', 'female'])
  })

  test('not a man without such a name when a woman is present', () => {
    const text = 'MARY walks the pier. BRAM stands aside. She hums.\nMARY: Well.\nHe coughs.\nBRAM: Well.'
    expect(genderOf(text, 'BRAM')).not.toBe('female')
  })
})

describe('who is introduced', () => {
  test.each([
    ['is none of the men that drag her', 'Two men drag NIM into a van.'],
    ['is none of the men that follow her', 'Two men in grey suits follow NIM (30s).'],
    [
      'is none of the women named before',
      'Two women: ADA and BO. The door opens. NIM, wet, comes in.\nADA: Well.\nBO: Well.',
    ],
  ])('%s', (_how, text) => {
    expect(genderOf(`${text}\nNIM: Well.`, 'NIM')).toBeUndefined()
  })

  test('is one of two men who are named later', () => {
    const parts = readParts('Two men wait outside.\nNIM (40s) and BRAM, soaked.\nNIM: Well.\nBRAM: Well.')
    expect([parts['NIM']?.gender, parts['BRAM']?.gender]).toEqual(['male', 'male'])
  })

  test('is female by the name, next to two men', () => {
    expect(genderOf('Two men at the bar. NORA, 30, sits down.\nNORA: Well.', 'NORA')).toBe('female')
  })

  test('is the name in brackets, not the next one', () => {
    const text = 'A tired woman (NIM), a man (BRAM) and a dog.\nNIM: Well.\nBRAM: Well.'
    expect([genderOf(text, 'NIM'), genderOf(text, 'BRAM')]).toEqual(['female', 'male'])
  })

  test('has a first name there that the cue leaves out', () => {
    const part = readParts('They wait for EDITH BRAM to speak.\nBRAM: Well.')['BRAM']
    expect(part).toMatchObject({ gender: 'female', because: '“EDITH” in the text' })
  })
})

describe('“Mrs.” before a surname', () => {
  test('does not mean a character with another title', () => {
    const text =
      'OTTEN: Mrs. Bennett is asleep.\nMrs. Bennett waves.\nDR. BENNETT: Well.\nCAPTAIN MARCH: Well.\nOTTEN: Miss March!'
    expect([genderOf(text, 'DR. BENNETT'), genderOf(text, 'CAPTAIN MARCH')]).toEqual([undefined, undefined])
  })
  test('is not said of a man of that surname, nor where she has a cue of her own', () => {
    const text = 'OTTEN: Mrs. Hale? Good day, Mrs. Bram!\nPAUL HALE: Well.\nBRAM: Well.\nMRS. BRAM: Well.'
    expect([genderOf(text, 'PAUL HALE'), genderOf(text, 'BRAM')]).toEqual(['male', undefined])
  })
})

describe('nouns of one language are read in that language alone', () => {
  const speech = {
    de: 'Ich weiß nicht, was das ist, aber du bist auch da und wir sind hier.',
    fr: 'Je ne sais pas ce que vous voulez, mais il est dans la maison avec nous.',
    es: 'No sé qué es lo que me dices, pero está muy bien para los dos.',
    sv: 'Jag vet inte vad det är, men du är här och vi har det bra.',
  }
  test.each([
    ['German “man”', speech.de, 'Durch das Fenster sieht man ANNA. Dann hört man ANNA.', 'ANNA', 'female'],
    ['German “Mann”', speech.de, 'NIM, ein Mann um die vierzig, raucht.', 'NIM', 'male'],
    ['Swedish “man”', speech.sv, 'Genom dörren ser man ANNA. Sedan hör man ANNA.', 'ANNA', 'female'],
    [
      'French “son”',
      speech.fr,
      'CAMILLE prend son manteau. Il sort. CAMILLE cherche son chapeau. Il attend. Il appelle son père. Il rit.',
      'CAMILLE',
      'male',
    ],
    ['Spanish “son”', speech.es, 'Los que llegan son NIM y los otros.', 'NIM', undefined],
    [
      'Italian “donna” in English',
      'What is it that you know of the man and what was he?',
      'He thanks Donna. Then donna NIM waits.',
      'NIM',
      undefined,
    ],
  ])('%s', (_word, said, text, name, gender) => {
    const lines = `INT. A\n${text}\n${name}: ${said}\n${name}: ${said}`
    expect(genderOf(lines, name)).toBe(gender)
  })
})

test('an accent in an aside is theirs with the first words, and an imitation later', () => {
  const parts = readParts('BRAM: Well.\n(in a thick German accent)\nBRAM: Ja!')
  expect(parts['BRAM']?.accent).toBeUndefined()
})
test('an accent in the aside before the first words is theirs', () => {
  const character = 'OTTEN'
  const lines = [
    { type: 'Parenthetical', text: '(in a soft Irish accent)', character },
    { type: 'Dialogue', text: 'Well.', character },
  ]
  expect(partsOf(lines, [character])[0]?.accent).toBe('irish')
})
