import { describe, expect, test } from 'vitest'
import { cleanSounds, cleanText, textForEspeak, textForFlite } from './speech-text.ts'

describe('text for any engine', () => {
  test.each([
    ['*Never* say _that_ again.', 'Never say that again.'],
    ['one\r\ntwo\tthree\u0000four', 'one two three four'],
    ['soft\u00ADhyphen and zero\u200Bwidth', 'softhyphen and zerowidth'],
    ['smile 😀 and 👩‍🚀 wave 👋🏽.', 'smile and wave .'],
    ['half \ud800 a pair', 'half a pair'],
    ['[[h@l]] <break time="20s"/> {x}', 'h@l break time="20s"/ x'],
    ['cafe\u0301', 'café'],
    ['Ⓒ © 2026 Acme™', 'Ⓒ © 2026 Acme™'],
  ])('%j becomes %j', (text, clean) => expect(cleanText(text)).toBe(clean))

  test('keeps characters that scripts of other languages need: joiners, combining marks, private letters', () => {
    const text = 'می‌خواهم नमस्ते \uF8D0\uF8D1'
    expect(cleanText(text)).toBe(text)
  })
})

describe('product §5: a clean text with pronunciations', () => {
  test('is the clean text, with the words at their places', () => {
    const text = '  *Hi*\u0000 _Siobhan_,\n Sio\u00ADbhan [x]'
    const sounds = [
      { at: text.indexOf('Siobhan'), length: 7, ipa: 'ʃɪˈvɔːn' },
      { at: text.indexOf('Sio\u00AD'), length: 8, spelled: '[[shi]]<b>vawn' },
    ]
    const clean = cleanSounds(text, sounds)
    expect(clean.text).toBe(cleanText(text))
    expect(clean.sounds.map(({ at, length }) => clean.text.slice(at, at + length))).toEqual([
      'Siobhan',
      'Siobhan',
    ])
    expect(clean.sounds.map(({ ipa, spelled }) => ipa ?? spelled)).toEqual(['ʃɪˈvɔːn', 'shi b vawn'])
  })

  test('without any is the clean text', () => {
    expect(cleanSounds(' a  b ')).toEqual({ text: 'a b', sounds: [] })
  })
})

describe('text for Flite', () => {
  test.each([
    ['Don’t “stop”…', `Don't "stop"...`],
    ['Well — then', 'Well, then'],
    ['Wait--what', 'Wait, what'],
    ['well - then', 'well, then'],
    ['— I was going to —', 'I was going to'],
    ['mother-in-law', 'mother-in-law'],
    ['1914–1918', '1914 to 1918'],
    ['naïve Ærø', 'naive Aero'],
    ['Привет', 'Privet'],
  ])('%j becomes %j', (text, plain) => expect(textForFlite(text)).toBe(plain))

  test('is always ASCII', () => {
    expect(textForFlite(cleanText('漢字 שלום مرحبا ½ € 10°C ไทย \u{1F980}x'))).toMatch(/^[\x20-\x7e]+$/)
  })
})

describe('text for eSpeak NG', () => {
  test('is never interpreted as markup', () => {
    expect(textForEspeak(cleanText('Tom & <b>Jerry</b> &amp; co'))).toBe('Tom &amp; b Jerry /b &amp;amp; co')
  })
})
