import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseFdx } from '../fdx/parse-fdx.ts'
import { likelyLanguage } from './language.ts'

const say = (text: string) => [
  { type: 'Scene Heading', text: 'INT. THE HOUSE OF THE KING - DAY' },
  { type: 'Character', text: 'THE OTHER ONE' },
  { type: 'Dialogue', text },
]

test.each([
  ['en', 'You know what this is? It was not for me to say, and I am not going to.'],
  ['de', 'Ich weiß nicht, was das ist. Aber du hast mir nicht gesagt, dass wir auf den Zug warten.'],
  ['fr', 'Je ne sais pas ce que vous voulez. Il est dans la maison avec les autres.'],
  ['es', 'No sé qué es lo que quieres. Está en la casa con los otros, pero no te lo diré.'],
  ['it', 'Non so che cosa vuoi. È nella casa con gli altri, ma io non ti dirò niente.'],
  ['pt', 'Eu não sei o que você quer. Ele está em casa com os outros, mas não vou dizer.'],
  ['nl', 'Ik weet niet wat je wilt. Hij is in het huis met de anderen, maar dat zeg ik niet.'],
  ['sv', 'Jag vet inte vad du vill. Han är i huset med de andra, men det säger jag inte.'],
  ['da', 'Jeg ved ikke, hvad du vil. Han er i huset med de andre, men det siger jeg ikke til dig.'],
  ['nb', 'Jeg vet ikke hva du vil. Han er i huset med de andre, men det sier jeg ikke til deg.'],
  ['fi', 'En tiedä mitä sinä haluat. Hän on talossa, mutta se ei ole minun asiani.'],
  ['pl', 'Nie wiem, co to jest. On jest w domu, ale ja ci tego nie powiem, bo się boję.'],
  ['cs', 'Nevím, co to je. Není tady, ale já ti to už neřeknu, protože se bojím, že to není pro tebe.'],
  ['hu', 'Nem tudom, hogy mi ez. Itt van a házban, de én nem mondom meg, mert félek.'],
  ['tr', 'Ben bunu bilmiyorum. O evde ama sen çok iyi bir şey için buradasın, değil mi?'],
  ['vi', 'Tôi không biết anh là ai. Cô ấy đã đi với một người trong nhà này.'],
  ['ru', 'Я не знаю, что это такое. Он был в доме, но мне ты этого не сказал.'],
  ['uk', 'Я не знаю, що це таке. Він був у домі, але мені ти цього не сказав.'],
  ['el', 'Δεν ξέρω τι θέλεις.'],
  ['he', 'שלום, אני לא יודעת מה זה.'],
  ['ar', 'لا أعرف ماذا تريد مني الآن.'],
  ['fa', 'نمی‌دانم چه می‌گویی، پدرم گفت چرا؟'],
  ['ja', 'もう遅いわ。最後の電車は行ってしまった。'],
  ['zh', '我以为你不会来了。外面的雨这么大。'],
  ['ko', '안녕하세요. 오늘은 비가 정말 많이 오네요.'],
  ['hi', 'मुझे नहीं पता कि यह क्या है।'],
])('recognizes %s by letters and common words, not by cues and headings', (language, text) => {
  expect(likelyLanguage(say(text))).toBe(language)
})

test.each([
  ['no words', ''],
  ['too few', 'Yes.'],
  ['none of a language', 'Hmm. Brr! Zzz… Pfff. Shhh. Mmm. Argh. Wow. Oops. Grr.'],
])('is not guessed from %s', (_what, text) => {
  expect(likelyLanguage(say(text))).toBeUndefined()
})

test('a foreign line or two do not change it', () => {
  const sample = readFileSync(new URL('../../samples/the-lighthouse-keeper.fdx', import.meta.url))
  const { lines } = parseFdx(sample, 'sample.fdx')
  expect(likelyLanguage([...say('Je ne sais pas. もう遅いわ。'), ...lines])).toBe('en')
})
