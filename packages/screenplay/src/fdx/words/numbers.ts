/** Numbers as acts and scenes are counted, in the languages scripts mostly come in; each row is one number, from 1. */
const NAMES = [
  'one first uno una primero primera primer un une premier première primo prima eins erster erste um primeiro',
  'two second dos segundo segunda deux deuxième second seconde due secondo seconda zwei zweiter zweite dois',
  'three third tres tercero tercera tercer trois troisième tre terzo terza drei dritter dritte três terceiro',
  'four fourth cuatro cuarto cuarta quatre quatrième quattro quarto quarta vier vierter vierte quatro',
  'five fifth cinco quinto quinta cinq cinquième cinque fünf fünfter fünfte',
  'six sixth seis sexto sexta sixième sei sesto sesta sechs sechster sechste',
  'seven seventh siete séptimo sept septième sette settimo sieben siebter siebte sete',
  'eight eighth ocho octavo huit huitième otto ottavo acht achter achte oito',
  'nine ninth nueve noveno neuf neuvième nove nono neun neunter neunte',
  'ten tenth diez dix dieci zehn zehnter zehnte dez',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
]
const BY_NAME = new Map(NAMES.flatMap((row, at) => row.split(' ').map((name) => [name, at + 1] as const)))
const ROMAN = /^(?=[ivx])(x{0,2})(ix|iv|v?i{0,3})$/

const roman = (word: string): number | undefined => {
  const [, tens = '', ones = ''] = ROMAN.exec(word) ?? []
  if (tens === '' && ones === '') return undefined
  const small = { ix: 9, iv: 4 }[ones] ?? (ones.startsWith('v') ? 4 + ones.length : ones.length)
  return tens.length * 10 + small
}

/** The number a word in small letters means: "2", "two", "ii", "zweiter"; undefined for any other word. */
export const countingNumber = (word: string): number | undefined =>
  /^\d{1,3}$/.test(word) ? Number(word) : (BY_NAME.get(word) ?? roman(word))
