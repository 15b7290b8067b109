const ROWS = `
'bout bWt
'round ɹWnd
til tɪl
'nuff nˈʌf
scuse skjˈuz
kay kˈA
coulda kˈʊdə
shoulda ʃˈʊdə
woulda wˈʊdə
mighta mˈITə
musta mˈʌstə
oughta ˈɔTə
hafta hˈæftə
d'you ʤu
g'night ɡənˈIt
g'day ɡədˈA
s'pose spˈOz
y'know jənˈO
louis lˈuᵻs
'cause kʌz
'cuz kʌz
cuz kʌz
who'd've hˈudəv
etcetera ɛtsˈɛTəɹə
uber ˈubəɹ
épée ˈɛpA
mwah mwˈɑ
wha wˈʌ
ok OkˈA
okay OkˈA
mkay mkˈA
m'kay mkˈA
nasa nˈæsə
nato nˈATO
swat swˈɑt
awol ˈAwɔl
opec ˈOpɛk
unesco junˈɛskO
fema fˈimə
aids ˈAdz
nascar nˈæskɑɹ
gif ɡˈɪf
resumé ɹˈɛzəmˌA
résumé ɹˈɛzəmˌA
résumés ɹˈɛzəmˌAz
fiancé fˌiɑnsˈA
fiancée fˌiɑnsˈA
naïve nIˈiv
à ˌɑ
touché tuʃˈA
voilà vwɑlˈɑ
exposé ˌɛkspOzˈA
passé pæsˈA
rosé ɹOzˈA
maté mˈɑtA
piñata pinjˈɑtə
jalapeño hˌɑləpˈAnjO
señor sAnjˈɔɹ
señora sAnjˈɔɹə
señorita sˌAnjəɹˈiTə
mañana mənjˈɑnə
über ˈubəɹ
yosemite jOsˈɛməTi
wifi wˈIfI
wi-fi wˈIfI
iphone ˈIfOn
ipad ˈIpæd
youtube jˈutˌub
selfie sˈɛlfi
emoji imˈOʤi
voicemail vˈYsmˌAl
smartphone smˈɑɹtfˌOn
taser tˈAzəɹ
kevlar kˈɛvlɑɹ
humvee hˈʌmvi
glock ɡlˈɑk
uzi ˈuzi
voiceover vˈYsˌOvəɹ
montage mɑntˈɑʒ
perp pˈɜɹp
perps pˈɜɹps
dipshit dˈɪpʃˌɪt
dumbass dˈʌmˌæs
badass bˈædˌæs
jackass ʤˈækˌæs
asshole ˈæsˌhOl
assholes ˈæsˌhOlz
bullshit bˈʊlʃˌɪt
motherfucker mˈʌðəɹfˌʌkəɹ
motherfuckers mˈʌðəɹfˌʌkəɹz
motherfucking mˈʌðəɹfˌʌkɪŋ
goddamn ɡˈɑdˈæm
goddammit ɡˈɑdˈæmɪt
goddamnit ɡˈɑdˈæmɪt
dammit dˈæmɪt
fuckin' fˈʌkɪn
lol lˈɑl
omg ˌOˌɛmʤˈi
bro bɹˈO
bruh bɹˈʌ
brah bɹˈɑ
dawg dˈɔɡ
sista sˈɪstə
imma ˈImə
i'ma ˈImə
tryna tɹˈInə
finna fˈɪnə
prolly pɹˈɑli
whatchamacallit wˈʌʧəməkˌɔlɪt
thingamajig θˈɪŋəməʤˌɪɡ
`

/** American phonemes of words that the dictionaries lack or say otherwise than a reader of screenplays does. */
export const WORDS: ReadonlyMap<string, string> = new Map(
  ROWS.trim()
    .split('\n')
    .map((row) => {
      const end = row.indexOf(' ')
      return [row.slice(0, end), row.slice(end + 1)]
    }),
)
