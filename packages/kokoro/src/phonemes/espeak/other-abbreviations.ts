import type { OtherLanguage } from './other-languages.ts'

type Rule = readonly [written: RegExp, said: string]

const NAME = String.raw`(?=\s+\p{Lu})`
const title = (written: string, said: string): Rule => [
  new RegExp(String.raw`(?<![\p{L}.])${written}\.?${NAME}`, 'gu'),
  said,
]

/** What a screenplay cuts short before names and numbers, where eSpeak reads letters. */
const RULES: Readonly<Partial<Record<OtherLanguage, readonly Rule[]>>> = {
  fr: [
    [/(?<![\p{L}.])M\.(?=\s+\p{Lu}\p{Ll})/gu, 'monsieur'],
    title('MM', 'messieurs'),
    [/(?<!\p{L})n°\s?(?=\d)/giu, 'numéro '],
    // eSpeak takes these for English and for a word whose last letter is silent.
    [/(?<!\p{L})beurk(?!\p{L})/giu, 'beurque'],
    [/(?<!\p{L})chut(?!\p{L})/giu, 'chutte'],
  ],
  es: [
    title('Sr', 'señor'),
    title('Sra', 'señora'),
    title('Srta', 'señorita'),
    title('Dr', 'doctor'),
    title('Dra', 'doctora'),
    [/(?<!\p{L})EE\.?\s?UU\.?(?!\p{L})/gu, 'Estados Unidos'],
  ],
  it: [
    title('Sig', 'signor'),
    title('Sig\\.ra', 'signora'),
    title('Dott', 'dottor'),
    title('Dott\\.ssa', 'dottoressa'),
    title('Prof', 'professor'),
  ],
  'pt-BR': [
    title('Sr', 'senhor'),
    title('Sra', 'senhora'),
    title('Dr', 'doutor'),
    title('Dra', 'doutora'),
    [/R\$\s?(\d+(?:\.\d{3})*)(?:,00)?(?![\d,])/gu, '$1 reais'],
    [/R\$\s?(\d+(?:\.\d{3})*),(\d\d)(?!\d)/gu, '$1 reais e $2 centavos'],
  ],
}

export const inFull = (text: string, language: OtherLanguage): string =>
  (RULES[language] ?? []).reduce((plain, [written, said]) => plain.replace(written, said), text)
