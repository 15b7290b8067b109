import type { Voice } from '@andscene/contracts/voice'

/** What a voice says of itself when a preview brings no text, by language; `{name}` is the voice's. */
const SAMPLES: Record<string, string> = {
  en: 'Hello, I am {name}. Give me a part, and I will read it to you.',
  de: 'Hallo, ich bin {name}. Geben Sie mir eine Rolle, und ich lese sie Ihnen vor.',
  fr: 'Bonjour, je suis {name}. Donnez-moi un rôle, et je vous le lirai.',
  es: 'Hola, soy {name}. Dame un papel y te lo leeré.',
  it: 'Ciao, sono {name}. Dammi una parte e te la leggerò.',
  pt: 'Olá, eu sou {name}. Dê-me um papel e eu o lerei para você.',
  hi: 'नमस्ते, मेरा नाम {name} है। मुझे कोई भूमिका दीजिए, और सुनिए।',
  nl: 'Hallo, ik ben {name}. Geef me een rol en ik lees hem voor.',
  pl: 'Cześć, jestem {name}. Daj mi rolę, a ja ją przeczytam.',
  sv: 'Hej, jag heter {name}. Ge mig en roll så läser jag den.',
  ru: 'Здравствуйте, я {name}. Дайте мне роль, и я её прочитаю.',
  ja: 'こんにちは、{name}です。役をください。読みます。',
  zh: '你好，我是{name}。给我一个角色，我来读。',
}

export function previewText({ locale, name }: Pick<Voice, 'locale' | 'name'>): string {
  const language = locale.split('-')[0]!.toLowerCase()
  return (SAMPLES[language] ?? SAMPLES['en']!).replace('{name}', name)
}
