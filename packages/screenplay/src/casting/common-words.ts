const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** The most frequent words of dialogue, by language; those written in Latin letters. */
export const COMMON_WORDS: Record<string, ReadonlySet<string>> = {
  en: words(
    'the and you that is it of to in what not this was for are with he she they have be do me my your on at his her we know',
  ),
  de: words(
    'der die das und ist nicht ich du wir sie ein eine zu mit auf den dem es was er sich auch so aber wie mich dir mir hat bin',
  ),
  fr: words(
    'le la les et est pas je tu vous nous un une des que qui dans ce il elle pour mais avec sur ne ça mon moi au du suis',
  ),
  es: words(
    'el la los las y es no que de un una por con para lo se te me mi tú está qué pero como yo su del al muy eso ya',
  ),
  it: words(
    'il lo la gli le e è non che di un una per con mi ti si ma io tu come cosa sono del della nel ho hai questo al sei',
  ),
  pt: words(
    'o a os as e é não que de um uma por com para eu você ele ela se me meu isso mas do da no na está foi muito em',
  ),
  ca: words(
    'el la els les i és no que de un una per amb em et jo tu però del al això molt què estic ets hi ho',
  ),
  nl: words(
    'de het een en is niet ik je jij wij zij dat van in op met te wat voor maar ze er hij heeft mijn ben aan naar ook',
  ),
  sv: words(
    'och att det är jag du inte en ett som på med för han hon vi har den av till vad men kan mig dig ska från nej var',
  ),
  da: words(
    'og at det er jeg du ikke en et som på med for han hun vi har den af til hvad men kan mig dig skal fra nej hvor også',
  ),
  nb: words(
    'og at det er jeg du ikke en et som på med for han hun vi har den av til hva men kan meg deg skal fra nei hvor også',
  ),
  fi: words(
    'ja on ei se että hän minä sinä mutta niin kun oli en olen olet mitä tämä nyt vain minun sinun kuin hänen ole',
  ),
  is: words(
    'og að það er ég þú ekki sem á með fyrir hann hún við hefur til hvað en um frá þetta mér þér var',
  ),
  pl: words('i nie to się w na że jest z do co jak ale tak ja ty mnie ci już tu go za czy ma mi był po o'),
  cs: words('a je to se na že v co ne jak ale tak já ty mě ti už by si jsem jsi není za pro tady proč'),
  sk: words('a je to sa na že v čo nie ako ale tak ja ty mňa ti už by si som nie pre tu prečo'),
  hu: words('a az és nem hogy egy ez van mi én te de is csak meg ha vagy már mert vagyok itt igen ki volt'),
  ro: words('și nu că este un o în la cu pe să ce eu tu mai dar din sunt ești asta mă te pentru ai am'),
  hr: words('i je da se u ne na što to sam si ja ti ali za kako od ovo nije tko bi smo su gdje'),
  tr: words(
    've bir bu ne da de için ben sen o ama çok var değil mi mı evet hayır gibi daha şey beni seni nasıl',
  ),
  id: words(
    'yang dan di itu ini tidak aku kamu dia kita ada untuk dengan apa ke dari saya akan sudah bisa mereka bukan',
  ),
  vi: words('và là không có tôi anh em của một cho người đã này với được trong thì cô đi gì những đó'),
}

/** The same for languages written in Cyrillic letters. */
export const CYRILLIC_WORDS: Record<string, ReadonlySet<string>> = {
  ru: words('и в не на я что он с это ты как но мне меня да вы она все у так его по был только ещё мы'),
  uk: words('і в не на я що він з це ти як але мені мене так ви вона все у його був тільки ще ми є та'),
  bg: words('и в не на аз че той с това ти как но ми да се тя е за от са съм си какво ще'),
  sr: words('и у не на ја да он са то ти како али ми је се она за од су сам си шта ће није'),
}
